"""``python -m arknova_fast`` is the console script ``arknova``."""
from arknova_fast.cli import main

if __name__ == "__main__":
    main()
