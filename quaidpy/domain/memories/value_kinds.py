"""Which kinds of values are told apart? Beside these, an amount is of the kind of its unit, which has no underscore."""

DATE, MONTH, YEAR, WEEKDAYS = "calendar_date", "calendar_month", "calendar_year", "days_of_week"
TIME, HOURS = "time_of_day", "from_to_hours"
MONEY, NUMBER, CODE, PHONE = "amount_of_money", "bare_number", "in_code", "phone_number"
OWNER = "whose_it_is"
PHRASE = "in_words"
"""What only words name: a broker, a dairy, a race."""
