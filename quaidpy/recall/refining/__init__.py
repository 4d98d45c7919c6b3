"""What else belongs among the candidates, or higher among them? Stages of a recall; each takes a State."""
