"""What happens to notices after they were written: who wants them, by what, and when an e-mail leaves."""
