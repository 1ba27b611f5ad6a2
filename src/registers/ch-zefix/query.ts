/**
 * A page of the entities, one row each. The inner query takes the next entities in the order of their addresses, which never change: what
 * is added or struck off in the middle of a crawl moves no other. The outer one adds what is said of each; all of it but the address may
 * be missing, and an entity that lacks something is still a row.
 */
export const QUERY = String.raw`PREFIX schema: <http://schema.org/>
PREFIX admin: <https://schema.ld.admin.ch/>
SELECT ?company (MIN(?companyUID) AS ?uid) (MIN(?companyCHID) AS ?chid) (MIN(?registeredName) AS ?legalName)
  (MIN(STR(?legalForm)) AS ?form) (MIN(?label) AS ?formName) (MIN(STR(?place)) AS ?municipality)
  (GROUP_CONCAT(DISTINCT ?taggedName; SEPARATOR="\n") AS ?names)
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
    OPTIONAL { ?company schema:name ?name BIND(CONCAT(LANG(?name), "=", STR(?name)) AS ?taggedName) }
  }
  OPTIONAL { ?legalForm schema:name ?label FILTER(LANG(?label) IN ("", "de")) }
}
GROUP BY ?company
ORDER BY STR(?company)`;
