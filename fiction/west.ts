import { country, type Country } from './country.ts';

/** Austria, Belgium, Switzerland, Germany, France, Liechtenstein, Luxembourg and the Netherlands. */
export const WEST: readonly Country[] = [
  country('AT', {
    thousands: 290,
    roots: 'Gletschmoos Almrösl Kürnbichl Wölfsgrat Steinklöpf Zirbenau Fürstau-Ötz Murmelkogl Heißbrunn Schneealpl',
    trades: 'Bau|Gastronomie|Beteiligungs|Immobilien|Tischlerei|Skiverleih|Weingut|Maschinenbau|Privatstiftung',
    forms:
      'GmbH=Gesellschaft mit beschränkter Haftung|AG=Aktiengesellschaft|KG=Kommanditgesellschaft|OG=Offene Gesellschaft|e.U.=Einzelunternehmer|FlexCo=Flexible Kapitalgesellschaft',
    given: 'Zenzi Loisl Burgi Korbinian Vroni Severin',
    family: 'Murmelkogler Zirbenauer Gletschmooser Wölfsgrath Almröslinger',
    roles: 'Geschäftsführer/in (handelsrechtlich)|Prokurist/in|Vorstandsmitglied|Vorsitzende/r des Aufsichtsrates',
    datesOfficers: true,
    publishesCountry: true,
  }),
  country('BE', {
    thousands: 1500,
    roots: 'Zwanenrijk Brumaval Schelvoorde Ardelaine Kastanjëhof Florimée Maasblauwe Hautevêpre Lindenëik Ourthelune',
    trades: 'Bouw|Chocolaterie|Vastgoed|Transport|Brasserie|Conseil|Tuinen|Immobilière|Bloemen|Logistique',
    forms:
      'BV=Besloten Vennootschap|SRL=Société à responsabilité limitée|NV=Naamloze vennootschap|SA=Société anonyme|VZW=Vereniging zonder winstoogmerk|ASBL=Association sans but lucratif|Commanditaire vennootschap',
    given: 'Lowie Marguérite Joris Éloïse Anneke',
    family: 'Zwanenrijk Brumaval Schelvoordt Ardelaine',
    statuses: 'Normale toestand|Situation normale|Vrijwillige ontbinding - vereffening|Ouverture de faillite',
    schemes: ['Nacebel 2008: 62010|41201|10820', 'Nacebel 2025: 62100|10820|56112'],
    publishesCountry: true,
  }),
  country('CH', {
    thousands: 790,
    roots:
      'Gletscherblüemli Chäsalp Sürselva Morvenette Pizzalöna Föhnegg Lac-Étincelle Zaubergrat Brünnlihof Valdombra',
    trades: 'Käserei|Treuhand|Uhren|Bau|Horlogerie|Fiduciaire|Immobilien|Ristorante|Informatik|Chalets',
    forms:
      'AG=Aktiengesellschaft|GmbH=Gesellschaft mit beschränkter Haftung|Sàrl=Société à responsabilité limitée|SA=Société anonyme|Sagl=Società a garanzia limitata|Genossenschaft|Einzelunternehmen',
    given: 'Ueli Mélisande Reto Seraina Fiorenza',
    family: 'Chäsalper Morvenet Pizzalön Föhnegger',
    publishesCountry: true,
  }),
  country('DE', {
    thousands: 5000,
    roots:
      'Nebelhöhe Brückmühlen Straußwald Königsmöwe Funkelrath Grünspecht Rübezünd Süßkirsch Wolkenstieg Ährenfeld Dreieckswiese Tüftelburg Zwickenau Lampertshöh',
    trades:
      'Bau|Handels|Verwaltungs|Vermögensverwaltung|Logistik|Beteiligungs|Immobilien|Elektrotechnik|Bäckerei|Software|Maschinenbau|Gebäudereinigung|Solar|Pflege',
    forms:
      'GmbH=Gesellschaft mit beschränkter Haftung|UG (haftungsbeschränkt)=Unternehmergesellschaft (haftungsbeschränkt)|GmbH & Co. KG=Kommanditgesellschaft|AG=Aktiengesellschaft|e.K.=Eingetragener Kaufmann|eG=Eingetragene Genossenschaft|OHG=Offene Handelsgesellschaft|SE=Europäische Aktiengesellschaft',
    given: 'Käthe Jörg Friederike Günther Anneliese Sören Ulrike Hänsel',
    family: 'Straußwald Königsmöwe Funkelrath Süßkirsch Rübezünd Tüftelburger Wolkenstieg',
    roles: 'Geschäftsführer|Prokurist|Vorstand|Persönlich haftender Gesellschafter|Liquidator',
    statuses: 'currently registered|removed',
  }),
  country('FR', {
    thousands: 5200,
    roots:
      'Brumelune Châtaignol Œillette Garrigôt Forêverte Ruisselà Chênefraîche Naïvelle Cœurdaile Préaucygne Hêtraie-Bleue Maïsan Lavandère Ÿvetôt Aiguëlongue',
    trades:
      'Conseil|Immobilier|Bâtiment|Boulangerie|Transports|Coiffure|Holding|Patrimoine|Restauration|Menuiserie|Fromagerie|Numérique',
    forms: 'SAS=5710|SARL=5499|SCI=6540|EURL=5498|SA=5599|SASU=5720|SNC=5202|GAEC=6533',
    formPlace: 'none',
    capitals: true,
    given: 'Éloïse Théophane Maëlys Zéphyrin Anaïs Aimé Noëlle Françoise',
    family: 'BRUMELUNE CHÂTAIGNOL GARRIGÔT RUISSELÀ LAVANDÈRE FORÊVERT',
    person: 'Given Family',
    roles: 'Président|Gérant|Directeur général|Administrateur|Président du conseil d’administration|Liquidateur',
    statuses: 'A|C',
    schemes: ['NAFRev2: 62.01Z|68.20B|10.71C|70.22Z', 'NAF25: 62.10Y|68.20H|10.71J'],
    publishesCountry: true,
  }),
  country('LI', {
    thousands: 20,
    roots: 'Rhätafels Saminagold Drüsenmoos Fürstengarten Gampriegel Malbunella',
    trades: 'Treuhand|Vermögens|Präzision|Stiftungs|Handels',
    forms:
      'Anstalt|AG=Aktiengesellschaft|Stiftung|GmbH=Gesellschaft mit beschränkter Haftung|Trust reg.=Treuunternehmen',
    given: 'Gebhard Notburga',
    family: 'Saminagolder Gampriegler',
    publishesCountry: true,
  }),
  country('LU', {
    thousands: 160,
    roots: 'Mullerdällchen Wëntergréng Schlasshiwwel Bléieblat Aurorange Éislekstär Moselflamm Quintéa',
    trades: 'Participations|Fund|Capital|Immobilière|Bäckerei|Invest|Transports|Logiciels',
    forms:
      'S.à r.l.=Société à responsabilité limitée|S.A.=Société anonyme|SCSp=Société en commandite spéciale|S.C.A.=Société en commandite par actions|SICAV',
    given: 'Mëtty Léonie Jängi',
    family: 'Wëntergréng Schlasshiwwel Mullerdall',
    publishesCountry: true,
  }),
  country('NL', {
    thousands: 2300,
    roots:
      'Molenzwaan Tulpenëiland IJsvogeldijk Zeeëgel Caféïne Brugwachtershof Kweldergans Duinroosje Nevelpolder Koeienrijk Grutterië',
    trades: 'Beheer|Holding|Bouw|Bloemen|Advies|Vastgoed|Zorg|Fietsen|Logistiek|Kaas|Installaties|Media',
    forms:
      'B.V.=Besloten Vennootschap|N.V.=Naamloze Vennootschap|V.O.F.=Vennootschap onder firma|Stichting|Coöperatie U.A.=Coöperatie|C.V.=Commanditaire Vennootschap',
    given: 'Joëlle Sjoerd Fleur Wiebe Daniëlle',
    family: 'van-Molenzwaan IJsvogel de-Kweldergans Zeeëgel',
    publishesCountry: true,
  }),
];
