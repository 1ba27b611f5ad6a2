"""The tests of the client: `npm test -- python` runs them against the service."""
