"""What is done with all of a home at once: init, doctor, stats, export, import, backup, restore, rebuild?

Read `doctor` with `diagnosis` and `doctor_views`, then `whole` and `importing`; `distributing` is for clusters.
"""
