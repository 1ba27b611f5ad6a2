/**
 * The codes of countries in INSEE's Code officiel géographique (edition of 2025), without the 99 in front of each, and
 * their ISO 3166-1 codes as that edition gives them. A code that stands for several territories is not here, nor is one
 * for which ISO has nothing (Kosovo), nor 431, which is Aruba today and was the whole of the Netherlands Antilles.
 */
const PUBLISHED = `
100 FR  101 DK  102 IS  103 NO  104 SE  105 FI  106 EE  107 LV  108 LT  109 DE  110 AT  111 BG  112 HU  113 LI  114 RO
116 CZ  117 SK  118 BA  119 HR  120 ME  121 RS  122 PL  123 RU  125 AL  126 GR  127 IT  128 SM  129 VA  130 AD  131 BE
132 GB  133 GI  134 ES  135 NL  136 IE  137 LU  138 MC  139 PT  140 CH  144 MT  145 SI  148 BY  151 MD  155 UA  156 MK
158 FO  160 AX
201 SA  203 IQ  204 IR  205 LB  206 SY  207 IL  208 TR  212 AF  213 PK  214 BT  215 NP  216 CN  217 JP  219 TH  220 PH
222 JO  223 IN  224 MM  225 BN  226 SG  227 MY  229 MV  230 HK  231 ID  232 MO  234 KH  235 LK  236 TW  238 KP  239 KR
240 KW  241 LA  242 MN  243 VN  246 BD  247 AE  248 QA  249 BH  250 OM  251 YE  252 AM  253 AZ  254 CY  255 GE  256 KZ
257 KG  258 UZ  259 TJ  260 TM  261 PS  262 TL
301 EG  302 LR  303 ZA  304 GM  306 SH  308 IO  309 TZ  310 ZW  311 NA  312 CD  313 ES  314 GQ  315 ET  316 LY  317 ER
318 SO  319 PT  321 BI  322 CM  323 CF  324 CG  326 CI  327 BJ  328 GA  329 GH  330 GN  331 BF  332 KE  333 MG  334 MW
335 ML  336 MR  337 NE  338 NG  339 UG  340 RW  341 SN  342 SL  343 SD  344 TD  345 TG  346 ZM  347 BW  348 LS  349 SS
350 MA  351 TN  352 DZ  389 EH  390 MU  391 SZ  392 GW  393 MZ  394 ST  395 AO  396 CV  397 KM  398 SC  399 DJ
401 CA  404 US  405 MX  406 CR  407 CU  408 DO  409 GT  410 HT  411 HN  412 NI  413 PA  414 SV  415 AR  416 BR  417 CL
418 BO  419 CO  420 EC  421 PY  422 PE  423 UY  424 VE  426 JM  428 GY  429 BZ  430 GL  433 TT  434 BB  435 GD  436 BS
437 SR  438 DM  439 LC  440 VC  441 AG  442 KN  443 BQ  444 CW  445 SX
501 AU  502 NZ  503 PN  506 WS  507 NR  508 FJ  509 TO  510 PG  511 TV  512 SB  513 KI  514 VU  515 MH  516 FM  517 PW
520 CK  521 NU  699 AQ
`;

const BY_CODE: ReadonlyMap<string, string> = new Map(
  PUBLISHED.trim()
    .split(/\s{2,}|\n/)
    .map((pair) => [`99${pair.slice(0, 3)}`, pair.slice(4)]),
);

/**
 * Territories that share a code, with each other or, in older rows, with their state (Jersey had that of the United
 * Kingdom): the published label tells which one is meant. The labels are those of INSEE's list, in its capitals.
 */
const BY_LABEL: ReadonlyMap<string, string> = new Map([
  ['ANGUILLA', 'AI'],
  ['ARUBA', 'AW'],
  ['BERMUDES', 'BM'],
  ['BOUVET (ILE)', 'BV'],
  ['CAIMANES (ILES)', 'KY'],
  ['CHRISTMAS (ILE)', 'CX'],
  ['COCOS OU KEELING (ILES)', 'CC'],
  ['COOK (ILES)', 'CK'],
  ['FEROE (ILES)', 'FO'],
  ['GEORGIE DU SUD ET LES ILES SANDWICH DU SUD', 'GS'],
  ['GUAM', 'GU'],
  ['GUERNESEY', 'GG'],
  ['HEARD ET MACDONALD (ILES)', 'HM'],
  ['JERSEY', 'JE'],
  ['MALOUINES, OU FALKLAND (ILES)', 'FK'],
  ['MAN (ILE)', 'IM'],
  ['MARIANNES DU NORD (ILES)', 'MP'],
  ['MONTSERRAT', 'MS'],
  ['NIUE', 'NU'],
  ['NORFOLK (ILE)', 'NF'],
  ['PORTO RICO', 'PR'],
  ['SAMOA AMERICAINES', 'AS'],
  ['SVALBARD ET ILE JAN MAYEN', 'SJ'],
  ['TOKELAU', 'TK'],
  ['TURKS ET CAIQUES (ILES)', 'TC'],
  ['VIERGES BRITANNIQUES (ILES)', 'VG'],
  ['VIERGES DES ETATS-UNIS (ILES)', 'VI'],
]);

/**
 * The ISO 3166-1 code of a country as the register writes it: five digits that begin with 99, and its label. Undefined
 * where they do not name one country beyond doubt.
 */
export function countryCodeOf(code: string, label: string | undefined): string | undefined {
  return BY_LABEL.get(label?.toUpperCase() ?? '') ?? BY_CODE.get(code);
}
