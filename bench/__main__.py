"""Run every benchmark."""

from bench import fold, weight

if __name__ == "__main__":
    fold.main()
    weight.main()
