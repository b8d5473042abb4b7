// Answers questions together that come while others are computed: a device is quicker with one large piece of work than with many
// small ones. Nobody waits for a timer: the first question begins at once, and whoever comes meanwhile is in the next batch.

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers questions into batches. */
export class Batcher<Q, A> {
  /** How many batches there were, and how many questions in them. */
  readonly count = { batches: 0, questions: 0 };
  #waiting: Waiting<Q, A>[] = [];
  #isBusy = false;
  readonly #answer: (questions: readonly Q[]) => Promise<readonly A[]>;
  readonly #most: number;

  /** `answer` gives the answers in the order of the questions, of which there are `most` at once. */
  constructor(answer: (questions: readonly Q[]) => Promise<readonly A[]>, most: number) {
    this.#answer = answer;
    this.#most = most;
  }

  /** The answer to a question. Where a batch fails, all of its questions do. */
  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      // What comes in the same turn of the event loop comes together.
      if (!this.#isBusy) setImmediate(() => void this.#run());
      this.#isBusy = true;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      this.count.batches++;
      this.count.questions += batch.length;
      try {
        const answers = await this.#answer(batch.map(({ question }) => question));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as A);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isBusy = false;
  }
}
