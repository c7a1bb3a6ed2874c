"""Statistics of simulated games: estimates with intervals, paired experiments, sequential tests, ratings.

``docs/methods.md`` explains every number. The modules import scipy and statsmodels on first use only.
"""
