"""What every mahjong game shares: dividing a hand, waits, the facts of a win, payments."""
