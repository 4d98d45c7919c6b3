"""What is asked of memory, and what comes of it: queries, fusion, calibration, traces, blocks?"""
