"""Finds companies with nomenklatura: its index in memory finds candidates, a scoring algorithm compares them.

    ask_nomenklatura.py COMPANIES QUESTIONS ANSWERS ALGORITHM...

The first two files hold a JSON array a line: [id, name, country or ""]; after it, a question may have candidates that
somebody else has found, [id, ...], which are compared, too. Writes a line of JSON for each algorithm and source of
candidates to the third.
"""

import json
import sys
import time
from pathlib import Path

from followthemoney import model
from nomenklatura import __version__
from nomenklatura.index import Index
from nomenklatura.matching import get_algorithm

# yente compares ten candidates for each result that is asked for, and ten are.
CANDIDATES_MAX = 100
FOUND_MAX = 10


def company(id: str, name: str, country: str):
    entity = model.make_entity("Company")
    entity.id = id
    entity.add("name", name)
    if country:
        entity.add("jurisdiction", country)
    return entity


def lines(path: str):
    with open(path, encoding="utf-8") as file:
        for line in file:
            id, name, country, *others = json.loads(line)
            yield company(id, name, country), *others


def likeliest(companies, algorithm, config, question, candidates):
    """Ids and scores; companies with equal scores stay in the order in which they were found."""
    scored = [(id, algorithm.compare(question, companies[id], config).score) for id in candidates]
    return sorted(scored, key=lambda pair: -pair[1])[:FOUND_MAX]


def main(companies_path: str, questions_path: str, answers_path: str, names: list[str]) -> None:
    index = Index(None, Path("."))
    companies = {}
    for (entity,) in lines(companies_path):
        index.index(entity)
        companies[entity.id] = entity
    index.commit()
    questions = list(lines(questions_path))

    def from_index(question):
        return [ident.id for ident, _ in index.match(question[0])[:CANDIDATES_MAX]]

    def from_other(question):
        return question[1][:CANDIDATES_MAX]

    results = []
    sources = [from_index, from_other] if len(questions[0]) > 1 else [from_index]
    for source in sources:
        for name in names:
            algorithm = get_algorithm(name)
            if algorithm is None:
                raise ValueError(f'Cannot measure: nomenklatura {__version__} has no algorithm "{name}"')
            config = algorithm.default_config()

            def ask(question):
                return likeliest(companies, algorithm, config, question[0], source(question))

            # What is loaded with the first question is no part of its time.
            ask(questions[0])
            before = time.process_time()
            answers = [ask(question) for question in questions]
            seconds = time.process_time() - before
            result = {
                "version": __version__,
                "algorithm": name,
                "hasOwnCandidates": source is from_index,
                "cpuSeconds": seconds,
                "answers": answers,
            }
            results.append(json.dumps(result) + "\n")
    with open(answers_path, "w", encoding="utf-8") as file:
        file.writelines(results)


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
