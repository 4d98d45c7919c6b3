"""How is text cut, counted and compared, whatever it says? Words, stems, languages, measures, orders to machines."""
