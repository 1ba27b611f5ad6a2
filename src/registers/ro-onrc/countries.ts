import { fold } from './fold.ts';

/**
 * How the register may write a country: its Romanian names, several by commas. Names of more than one country (Congo,
 * Coreea) and of states that are no more (Iugoslavia, U.R.S.S.) are not in it.
 */
const NAMES = `
AD Andorra; AE Emiratele Arabe Unite, Emiratele Arabe; AF Afganistan; AG Antigua și Barbuda; AI Anguilla; AL Albania; AM Armenia;
AO Angola; AR Argentina; AS Samoa Americană; AT Austria; AU Australia; AW Aruba; AX Insulele Åland; AZ Azerbaidjan;
BA Bosnia și Herțegovina; BB Barbados; BD Bangladesh; BE Belgia; BF Burkina Faso; BG Bulgaria; BH Bahrain; BI Burundi; BJ Benin;
BL Saint-Barthélemy; BM Bermuda; BN Brunei; BO Bolivia; BQ Insulele Caraibe Olandeze; BR Brazilia; BS Bahamas; BT Bhutan; BW Botswana;
BY Belarus, Bielorusia; BZ Belize; CA Canada; CC Insulele Cocos; CD Congo - Kinshasa, Republica Democrată Congo;
CF Republica Centrafricană; CG Congo - Brazzaville, Republica Congo; CH Elveția, Confederația Elvețiană;
CI Côte d'Ivoire, Coasta de Fildeș; CK Insulele Cook; CL Chile; CM Camerun; CN China, Republica Populară Chineză; CO Columbia;
CR Costa Rica; CU Cuba; CV Capul Verde; CW Curaçao; CX Insula Christmas; CY Cipru; CZ Cehia, Republica Cehă;
DE Germania, Republica Federală Germania; DJ Djibouti; DK Danemarca; DM Dominica; DO Republica Dominicană; DZ Algeria; EC Ecuador;
EE Estonia; EG Egipt; EH Sahara Occidentală; ER Eritreea; ES Spania; ET Etiopia; FI Finlanda; FJ Fiji; FK Insulele Falkland;
FM Micronezia; FO Insulele Feroe; FR Franța; GA Gabon;
GB Regatul Unit, Marea Britanie, Regatul Unit al Marii Britanii și Irlandei de Nord, Anglia, Scoția, Irlanda de Nord; GD Grenada;
GE Georgia; GF Guyana Franceză; GG Guernsey; GH Ghana; GI Gibraltar; GL Groenlanda; GM Gambia; GN Guineea; GP Guadelupa;
GQ Guineea Ecuatorială; GR Grecia; GT Guatemala; GU Guam; GW Guineea-Bissau; GY Guyana; HK Hong Kong; HN Honduras; HR Croația; HT Haiti;
HU Ungaria; ID Indonezia; IE Irlanda; IL Israel; IM Insula Man; IN India; IO Teritoriul Britanic din Oceanul Indian; IQ Irak;
IR Iran, Republica Islamică Iran; IS Islanda; IT Italia; JE Jersey; JM Jamaica; JO Iordania; JP Japonia; KE Kenya;
KG Kârgâzstan, Kirghizstan; KH Cambodgia; KI Kiribati; KM Comore; KN Saint Kitts și Nevis; KP Coreea de Nord;
KR Coreea de Sud, Republica Coreea; KW Kuweit, Kuwait; KY Insulele Cayman; KZ Kazahstan; LA Laos; LB Liban; LC Sfânta Lucia;
LI Liechtenstein; LK Sri Lanka; LR Liberia; LS Lesotho; LT Lituania; LU Luxemburg; LV Letonia; LY Libia; MA Maroc;
MC Monaco, Principatul Monaco; MD Republica Moldova, Moldova; ME Muntenegru; MF Sfântul Martin; MG Madagascar; MH Insulele Marshall;
MK Macedonia de Nord, Macedonia, Republica Macedonia, Republica Macedonia de Nord; ML Mali; MM Myanmar, Birmania; MN Mongolia; MO Macao;
MP Insulele Mariane de Nord; MQ Martinica; MR Mauritania; MS Montserrat; MT Malta; MU Mauritius; MV Maldive; MW Malawi; MX Mexic;
MY Malaysia; MZ Mozambic; NA Namibia; NC Noua Caledonie; NE Niger; NF Insula Norfolk; NG Nigeria; NI Nicaragua;
NL Țările de Jos, Olanda, Regatul Țărilor de Jos; NO Norvegia; NP Nepal; NR Nauru; NU Niue; NZ Noua Zeelandă; OM Oman; PA Panama;
PE Peru; PF Polinezia Franceză; PG Papua-Noua Guinee; PH Filipine; PK Pakistan; PL Polonia; PM Saint-Pierre și Miquelon;
PN Insulele Pitcairn; PR Puerto Rico; PS Teritoriile Palestiniene, Palestina; PT Portugalia; PW Palau; PY Paraguay; QA Qatar; RE Réunion;
RO România; RS Serbia; RU Rusia, Federația Rusă; RW Rwanda; SA Arabia Saudită; SB Insulele Solomon; SC Seychelles; SD Sudan; SE Suedia;
SG Singapore; SH Sfânta Elena; SI Slovenia; SJ Svalbard și Jan Mayen; SK Slovacia, Republica Slovacă; SL Sierra Leone; SM San Marino;
SN Senegal; SO Somalia; SR Suriname; SS Sudanul de Sud; ST São Tomé și Príncipe; SV El Salvador; SX Sint-Maarten;
SY Siria, Republica Arabă Siriană; SZ Eswatini, Swaziland; TC Insulele Turks și Caicos; TD Ciad; TG Togo; TH Thailanda; TJ Tadjikistan;
TK Tokelau; TL Timor-Leste; TM Turkmenistan; TN Tunisia; TO Tonga; TR Turcia; TT Trinidad și Tobago; TV Tuvalu; TW Taiwan; TZ Tanzania;
UA Ucraina; UG Uganda; US Statele Unite ale Americii, Statele Unite, SUA, S.U.A.; UY Uruguay; UZ Uzbekistan;
VA Statul Cetății Vaticanului, Vatican; VC Saint Vincent și Grenadinele; VE Venezuela; VG Insulele Virgine Britanice;
VI Insulele Virgine Americane; VN Vietnam; VU Vanuatu; WF Wallis și Futuna; WS Samoa; YE Yemen; YT Mayotte;
ZA Africa de Sud, Republica Sud-Africană, Republica Africa de Sud; ZM Zambia; ZW Zimbabwe
`;

const CODES: ReadonlyMap<string, string> = new Map(
  NAMES.split(';').flatMap((entry) => {
    const [code, names] = [entry.trim().slice(0, 2), entry.trim().slice(3)];
    return names.split(', ').map((name): [string, string] => [fold(name), code]);
  }),
);

/** The ISO 3166-1 code of a country that the register names in Romanian; undefined where it is none beyond doubt. */
export function countryCodeOf(name: string): string | undefined {
  return CODES.get(fold(name));
}
