"""Fourier transforms: kinds, lengths with and without large factors, padding and cropping, axes, norms, dtypes, layouts."""

import warnings

import numpy as np

LENGTHS = [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 16, 30, 37]
NORMS = ["backward", "ortho", "forward"]
RAISED = (TypeError, ValueError, IndexError)
NARROW = {"since": (2, 0), "why": "float32 is transformed in float64"}


def cases(table):
    with warnings.catch_warnings():
        # `s` without `axes` is to mean something else one day.
        warnings.simplefilter("ignore")
        all_cases(table)


def all_cases(table):
    rng = np.random.default_rng(7)
    single = {"fft": np.fft.fft, "ifft": np.fft.ifft, "irfft": np.fft.irfft, "hfft": np.fft.hfft}
    real = {"rfft": np.fft.rfft, "ihfft": np.fft.ihfft}
    for n in LENGTHS:
        x = rng.standard_normal((2, n)) + 1j * rng.standard_normal((2, n))
        for code in ["c16", "c8"]:
            table.input(f"{code}_{n}", x.astype(code))
            for name, function in single.items():
                table.case(name, function, f"{code}_{n}", **(NARROW if code == "c8" else {}), raises=RAISED)
        for code in ["f8", "f4"]:
            table.input(f"{code}_{n}", x.real.astype(code))
            for name, function in {**real, "fft": np.fft.fft}.items():
                table.case(name, function, f"{code}_{n}", **(NARROW if code == "f4" else {}))
    for name, function in {**single, **real}.items():
        code = "f8" if name in real else "c16"
        for n in [1, 4, 9, 15, 17, 37]:
            table.case(name, function, f"{code}_16", options={"n": n})
        for norm in NORMS:
            for n in [9, 16]:
                table.case(name, function, f"{code}_16", options={"norm": norm, "n": n})
        for view in ["_16.T", "_16[:, ::-1]", "_16[:, 1::3]", "_12[::-1].T", "_9[1]", "_16[null, :, null, 2:9]"]:
            table.case(name, function, code + view, raises=RAISED)
            table.case(name, function, code + view, options={"axis": 0}, raises=RAISED)
        table.case(name, function, "f8e", raises=RAISED)
        table.case(name, function, "f8e", options={"axis": 0}, raises=RAISED)
        if name not in ["irfft", "hfft"]:
            # NumPy reads memory that is not the array's there.
            table.case(name, function, "f8e", options={"axis": 0, "n": 3}, raises=RAISED)
        table.case(name, function, "f8s", raises=RAISED)
        table.case(name, function, f"{code}_16", options={"n": 0}, raises=RAISED)
        table.case(name, function, f"{code}_16", options={"axis": 2}, raises=RAISED)
        for other in ["b1m", "i1m", "u2m", "i4m", "i8n"]:
            table.case(name, function, other, raises=RAISED)
        table.case(name, function, "f2m", **NARROW)
        table.case(name, function, "c16m", raises=RAISED)
    several = {"fftn": np.fft.fftn, "ifftn": np.fft.ifftn, "rfftn": np.fft.rfftn, "irfftn": np.fft.irfftn,
               "fft2": np.fft.fft2, "ifft2": np.fft.ifft2, "rfft2": np.fft.rfft2, "irfft2": np.fft.irfft2}
    block = rng.standard_normal((2, 3, 4)) + 1j * rng.standard_normal((2, 3, 4))
    table.input("c16_block", block)
    table.input("f8_block", block.real.copy())
    table.input("f4_block", block.real.astype("f4"))
    for name, function in several.items():
        code = "f8" if name.startswith("rfft") else "c16"
        pairs = name.endswith("2")
        options = [{}, {"norm": "ortho"}, {"axes": [0, 2]}, {"axes": [2, 0]}, {"s": [4, 6], "axes": [0, 1]}, {"axes": [-1, 0], "norm": "forward"}]
        options += [{"s": [2, 3]}] if pairs else [{"axes": [1]}, {"s": [2, 5, 8]}, {"s": [3, 7]}, {"axes": [0, 1, 2], "s": [3, 4, 2]}]
        for one in options:
            table.case(name, function, f"{code}_block", options=one)
            table.case(name, function, f"{code}_block.T[:, ::-1]", options=one)
        table.case(name, function, "f4_block", **NARROW)
        table.case(name, function, f"{code}_block", options={"s": [2], "axes": [0, 1]}, raises=RAISED)
        table.case(name, function, f"{code}_block", options={"axes": [3]}, raises=RAISED)
        if name.startswith("rfft"):
            table.case(name, function, "c16_block", raises=RAISED)
    for n in [1, 2, 5, 8]:
        for name, function in {"fftfreq": np.fft.fftfreq, "rfftfreq": np.fft.rfftfreq}.items():
            table.case(name, lambda n, d=1.0, dtype=None, f=function: f(n, d), n, options={"dtype": "float64"})
            table.case(name, lambda n, d=1.0, dtype=None, f=function: f(n, d), n, options={"d": 0.25, "dtype": "float64"})
    for name, function in {"fftshift": np.fft.fftshift, "ifftshift": np.fft.ifftshift}.items():
        for view in ["f8_9", "c8_16", "c16_block", "i4m.T", "f4e", "b1r"]:
            table.case(name, function, view)
            table.case(name, function, view, options={"axes": 0})
        table.case(name, function, "c16_block", options={"axes": [0, -1]})
