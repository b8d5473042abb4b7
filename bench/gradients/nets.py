# The nets of examples/mlp, conv-net and transformer in PyTorch, with the same numbers from the same seed, against what CuTS wrote.
# argv: a folder with <net>.npz, which has "curve" and, for some steps, the gradients as "<step>.<name>"; "cuda" or "cpu".
# Prints a line of JSON for each net: how far gradients and losses are from PyTorch's, relative to the largest of each array.
import json
import math
import sys

import numpy as np
import torch
from torch.nn import functional as F

folder, device = sys.argv[1], sys.argv[2]
torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
M = 0xFFFFFFFF


class Numbers:
    def __init__(self, seed):
        self.state = seed + 1

    def uniform(self):
        imul = lambda a, b: (a * b) & M
        self.state = (self.state + 0x6D2B79F5) & M
        mixed = imul(self.state ^ (self.state >> 15), 1 | self.state)
        mixed = ((mixed + imul(mixed ^ (mixed >> 7), 61 | mixed)) ^ mixed) & M
        return (mixed ^ (mixed >> 14)) / 2**32

    def normal(self):
        return math.sqrt(-2 * math.log(1 - self.uniform())) * math.cos(2 * math.pi * self.uniform())

    def weights(self, *shape, inputs):
        size = math.prod(shape)
        return tensor([self.normal() / math.sqrt(inputs) for _ in range(size)]).reshape(shape)


def tensor(values):
    return torch.tensor(values, dtype=torch.float32, device=device)


def zeros(*shape):
    return torch.zeros(shape, device=device)


def mlp():
    numbers = Numbers(0)
    points, classes = [], []
    for k in range(300):
        along = (k // 3) / 100
        angle = along * 4 + ((k % 3) * 2 * math.pi) / 3 + numbers.normal() * 0.1
        points += [along * math.sin(angle), along * math.cos(angle)]
        classes.append(k % 3)
    x, y = tensor(points).reshape(300, 2), torch.tensor(classes, device=device)
    weights = numbers.weights
    own = {"w1": weights(2, 32, inputs=2), "b1": zeros(32), "w2": weights(32, 32, inputs=32), "b2": zeros(32)}
    own |= {"w3": weights(32, 3, inputs=32), "b3": zeros(3)}

    def loss(p):
        hidden = torch.tanh(torch.tanh(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"])
        return F.cross_entropy(hidden @ p["w3"] + p["b3"], y)

    return own, loss, 0.02


def conv_net():
    numbers, size, count = Numbers(0), 10, 64
    figures = [
        lambda y, x: y == 2,
        lambda y, x: x == 2,
        lambda y, x: x == y,
        lambda y, x: y in (0, 4) or x in (0, 4),
    ]
    pixels = np.array([numbers.normal() * 0.2 for _ in range(count * size * size)], dtype=np.float32).reshape(count, 1, size, size)
    for k in range(count):
        top, left = math.floor(numbers.uniform() * 6), math.floor(numbers.uniform() * 6)
        for y in range(5):
            for x in range(5):
                if figures[k % 4](y, x):
                    pixels[k, 0, top + y, left + x] += 1
    pictures, target = torch.tensor(pixels, device=device), torch.arange(count, device=device) % 4
    weights = numbers.weights
    own = {"w1": weights(8, 1, 3, 3, inputs=9), "b1": zeros(8), "w2": weights(16, 8, 3, 3, inputs=72), "b2": zeros(16)}
    own |= {"w3": weights(16, 4, inputs=16), "b3": zeros(4)}

    def loss(p):
        first = F.relu(F.conv2d(pictures, p["w1"], p["b1"], padding=1))
        second = F.relu(F.conv2d(first, p["w2"], p["b2"], padding=1, stride=2))
        return F.cross_entropy(second.amax((2, 3)) @ p["w3"] + p["b3"], target)

    return own, loss, 0.01


def transformer():
    numbers = Numbers(0)
    LENGTH, WIDTH, HEADS, LAYERS, BATCH = 32, 32, 2, 2, 8
    sentences = ["the cat sleeps. ", "a dog barks at it. ", "one bird sings. ", "no fish swims here. "]
    text = "".join(sentences[math.floor(numbers.uniform() * 4)] for _ in range(200))
    letters = sorted(set(text))
    codes = [letters.index(one) for one in text]
    ones = lambda: torch.ones(WIDTH, device=device)
    weights = numbers.weights
    own = {"letters": weights(len(letters), WIDTH, inputs=WIDTH), "places": weights(LENGTH, WIDTH, inputs=WIDTH), "norm": ones()}
    own["out"] = weights(WIDTH, len(letters), inputs=WIDTH)
    for layer in range(LAYERS):
        own |= {f"{layer}.norm1": ones(), f"{layer}.norm2": ones()}
        own[f"{layer}.qkv"] = weights(WIDTH, 3 * WIDTH, inputs=WIDTH)
        own[f"{layer}.mix"] = weights(WIDTH, WIDTH, inputs=WIDTH * LAYERS)
        own[f"{layer}.up"] = weights(WIDTH, 4 * WIDTH, inputs=WIDTH)
        own[f"{layer}.down"] = weights(4 * WIDTH, WIDTH, inputs=4 * WIDTH * LAYERS)
    future = torch.triu(torch.ones(LENGTH, LENGTH, device=device), 1) * -1e9
    normalized = lambda x, scale: x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-6) * scale

    def loss(p):
        starts = [math.floor(numbers.uniform() * (len(codes) - LENGTH - 1)) for _ in range(BATCH)]
        part = lambda shift: torch.tensor([codes[s + shift : s + shift + LENGTH] for s in starts], device=device)
        x = p["letters"][part(0)] + p["places"]
        for layer in range(LAYERS):
            heads = (normalized(x, p[f"{layer}.norm1"]) @ p[f"{layer}.qkv"]).reshape(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
            q, k, v = heads.permute(2, 0, 3, 1, 4)
            seen = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(WIDTH / HEADS) + future, -1)
            x = x + (seen @ v).transpose(1, 2).reshape(BATCH, LENGTH, WIDTH) @ p[f"{layer}.mix"]
            x = x + F.gelu(normalized(x, p[f"{layer}.norm2"]) @ p[f"{layer}.up"]) @ p[f"{layer}.down"]
        scores = normalized(x, p["norm"]) @ p["out"]
        return F.cross_entropy(scores.reshape(-1, len(letters)), part(1).reshape(-1))

    return own, loss, 0.005


for name, make in {"mlp": mlp, "conv-net": conv_net, "transformer": transformer}.items():
    own, loss, rate = make()
    there = np.load(f"{folder}/{name}.npz")
    curve = there["curve"]
    parameters = {key: value.requires_grad_() for key, value in own.items()}
    mean = {key: torch.zeros_like(value) for key, value in own.items()}
    square = {key: torch.zeros_like(value) for key, value in own.items()}
    worst, worst_of, arrays, losses = {}, {}, 0, []
    for step in range(len(curve)):
        value = loss(parameters)
        grads = dict(zip(parameters, torch.autograd.grad(value, list(parameters.values()))))
        losses.append(value.item())
        size = rate * math.sqrt(1 - 0.999 ** (step + 1)) / (1 - 0.9 ** (step + 1))
        with torch.no_grad():
            for key, grad in grads.items():
                if f"{step}.{key}" in there:
                    arrays += 1
                    mine = grad.cpu().double().numpy()
                    off = float(np.abs(there[f"{step}.{key}"] - mine).max() / np.abs(mine).max())
                    if off >= worst.get(step, -1):
                        worst[step], worst_of[step] = off, key
                mean[key].mul_(0.9).add_(grad, alpha=0.1)
                square[key].mul_(0.999).add_(grad * grad, alpha=0.001)
                parameters[key] -= size * mean[key] / (square[key].sqrt() + 1e-8)
    apart = float(np.max(np.abs(curve - losses) / np.maximum(np.abs(losses), 1e-3)))
    print(json.dumps({"net": name, "arrays": arrays, "worst": worst, "of": worst_of, "losses": apart, "steps": len(curve), "torch": torch.__version__}), flush=True)
