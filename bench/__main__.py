"""Run every benchmark and print one table."""

from bench import fold

if __name__ == "__main__":
    fold.main()
