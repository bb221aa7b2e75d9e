"""Roles of the points, audits of the Karush-Kuhn-Tucker conditions and of the lemmas, flows, spans, the ball."""
