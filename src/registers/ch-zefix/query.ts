/**
 * A page of the entities, one row per entity. The inner query takes the next entities in the order of their IRIs, which never change: an
 * entity that is added or deleted during a crawl does not shift others. The outer query adds the values of each entity; all values except
 * the IRI are optional. An address is one text of four lines: `street=`, `code=`, `town=`, `canton=`.
 */
export const QUERY = String.raw`PREFIX schema: <http://schema.org/>
PREFIX admin: <https://schema.ld.admin.ch/>
SELECT ?company (MIN(?companyUID) AS ?uid) (MIN(?companyCHID) AS ?chid) (MIN(?registeredName) AS ?legalName)
  (MIN(STR(?legalForm)) AS ?form) (MIN(?label) AS ?formName) (MIN(STR(?place)) AS ?municipality)
  (MIN(?office) AS ?address) (GROUP_CONCAT(DISTINCT ?taggedName; SEPARATOR="\n") AS ?names)
WHERE {
  GRAPH <https://lindas.admin.ch/foj/zefix> {
    {
      SELECT DISTINCT ?company WHERE {
        ?company a admin:ZefixOrganisation .
        FILTER(STR(?company) > "{after}")
      } ORDER BY STR(?company) LIMIT {limit}
    }
    OPTIONAL { ?company schema:identifier [ schema:name "CompanyUID" ; schema:value ?companyUID ] }
    OPTIONAL { ?company schema:identifier [ schema:name "CompanyCHID" ; schema:value ?companyCHID ] }
    OPTIONAL { ?company schema:legalName ?registeredName }
    OPTIONAL { ?company schema:additionalType ?legalForm }
    OPTIONAL { ?company admin:municipality ?place }
    OPTIONAL {
      ?company schema:address ?node .
      OPTIONAL { ?node schema:streetAddress ?street }
      OPTIONAL { ?node schema:postalCode ?code }
      OPTIONAL { ?node schema:addressLocality ?town }
      OPTIONAL { ?node schema:addressRegion ?region FILTER(ISLITERAL(?region)) }
      BIND(CONCAT("street=", COALESCE(STR(?street), ""), "\ncode=", COALESCE(STR(?code), ""),
        "\ntown=", COALESCE(STR(?town), ""), "\ncanton=", COALESCE(STR(?region), "")) AS ?office)
    }
    OPTIONAL { ?company schema:name ?name BIND(CONCAT(LANG(?name), "=", STR(?name)) AS ?taggedName) }
  }
  OPTIONAL { ?legalForm schema:name ?label FILTER(LANG(?label) IN ("", "de")) }
}
GROUP BY ?company
ORDER BY STR(?company)`;
