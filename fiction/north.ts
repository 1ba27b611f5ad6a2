import { country, type Country } from './country.ts';

/** The Nordic and Baltic countries, Great Britain and Ireland. */
export const NORTH: readonly Country[] = [
  country('DK', {
    thousands: 1100,
    roots: 'Ærøvang Kølbæk Sønderlyng Blåtorn Mølgård Fjeldrup Østervig Hvalpsø Rønnemark Tangelund Skævø Lyngborre',
    trades: 'Byg|Handel|Ejendomme|Transport|Rådgivning|Vindkraft|Fødevarer|Møbler|Skibsværft|Holding|Data|Klinik',
    forms:
      'ApS=Anpartsselskab|A/S=Aktieselskab|I/S=Interessentskab|P/S=Partnerselskab|A.M.B.A.=Andelsselskab med begrænset ansvar',
    given: 'Asger Signe Søren Kåre Bjørk Løve Tove Åse Villads Ærlig',
    family: 'Kølvrå Tangsø Blåbjergsen Skævøgård Mosholtsen Rævkær Ørnefeldt Lyngtoftsen',
    roles: 'DIREKTØR|ADM. DIR.|FORMAND|BESTYRELSESMEDLEM|NÆSTFORMAND',
    datesOfficers: true,
    statuses: 'NORMAL|UNDER KONKURS|UNDER FRIVILLIG LIKVIDATION',
    schemes: [
      'DB07: 620100=Computerprogrammering|412000=Opførelse af bygninger|682040=Udlejning af erhvervsejendomme',
      'DB25: 621000=Computerprogrammering|351200=Elproduktion fra vedvarende kilder',
    ],
    publishesCountry: true,
  }),
  country('EE', {
    thousands: 378,
    roots:
      'Õhtukivi Jäärapõld Külmallik Tõrvasõnn Ööpilv Püünsalu Härmatuul Žürinurk Šahtamäe Võõpakivi Saarlõng Udumets',
    trades: 'Ehitus|Kinnisvara|Puit|Transport|Tarkvara|Kaubandus|Mööbel|Põllumajandus|Energia|Konsultatsioon',
    forms: 'OÜ=Osaühing|AS=Aktsiaselts|MTÜ=Mittetulundusühing|TÜ=Täisühing|UÜ=Usaldusühing',
    given: 'Õnne Tõnu Külli Jüri Ülle Mäido Priidik Leelo Aivo Säde',
    family: 'Kivilõhe Tuulepää Jõeõlg Hallikmägi Põdrasaar Udupuu Äiasalk Lõokand',
    roles: 'Juhatuse liige|Prokurist|Nõukogu liige|Likvideerija',
    datesOfficers: true,
    statuses: 'Registrisse kantud|Likvideerimisel|Pankrotis',
    schemes: ['EMTAK 2008: 62011=Programmeerimine|41201|49411', 'EMTAK 2025: 62101=Programmeerimine|41001|55201'],
  }),
  country('FI', {
    thousands: 700,
    roots:
      'Hämyköngäs Tuulispää Yönäkö Äärelä Jäänsäde Köynnöslahti Pöllövaara Sumukallio Råkholma Öjsund Aallokas Metsäkaiku',
    trades:
      'Rakennus|Kiinteistöt|Kuljetus|Leipomo|Ohjelmistot|Konepaja|Fysioterapia|Metsäpalvelu|Sijoitus|Marjatila|Åkeri',
    forms: 'Oy=Osakeyhtiö|Ab=Aktiebolag|Oyj=Julkinen osakeyhtiö|Ky=Kommandiittiyhtiö|Osuuskunta|Osakeyhtiö',
    given: 'Väinö Säde Yrjänä Äija Kyösti Löytty Åke Tyyne Örjan Helka',
    family: 'Sumuranta Köngäskoski Hämypelto Jäätuuli Yöperho Pöllönkorpi Råkvik Tähkäsuo',
    statuses: 'Kaupparekisterissä|Selvitystilassa|Konkurssissa',
    schemes: [
      'TOIMI3: 62010=Ohjelmistojen suunnittelu ja valmistus|41200=Asuin- ja muiden rakennusten rakentaminen',
      'TOIMI4: 62100=Ohjelmointi|01250=Marjojen ja muiden puutarhatuotteiden viljely',
    ],
  }),
  country('GB', {
    thousands: 5700,
    roots:
      'Aurellon Brackenmoor Thistlewyke Llyncadŵr Glenfarrach Quillhaven Ashenford Tŷmorfa Ravelstoke Pennywhistle Oxmarsh Dunvorran Wexcombe Larkholt Fennimore-Vale Corbyswick',
    trades:
      'Trading|Holdings|Property|Services|Consulting|Logistics|Software|Foods|Engineering|Care|Developments|Motors|Media|Capital|Group|Solutions',
    forms:
      'LIMITED=Private Limited Company|LTD=Private Limited Company|PLC=Public Limited Company|LLP=Limited Liability Partnership|C.I.C.=Community Interest Company|CYF=Private Limited Company',
    capitals: true,
    given: 'Imogen Rhŷs Alasdair Fenella Percival Morwenna Caspian Isla Barnaby Eluned',
    family: "Thistlewyke Quillhaven O'Tarrigan Ravelstoke Llyncadŵr MacVorran Pennywhistle Fennimore-Vale",
    person: 'FAMILY, Given',
    roles: 'director|secretary|llp-designated-member|llp-member',
    datesOfficers: true,
    statuses: 'Active|Liquidation|Active - Proposal to Strike off|In Administration',
    schemes: [
      'SIC 2007: 62012=Business and domestic software development|68209=Other letting and operating of own or leased real estate|41100=Development of building projects|47910|01130=Growing of vegetables and melons, roots and tubers',
      'SIC 2003: 7222|5190',
    ],
  }),
  country('IE', {
    thousands: 300,
    roots:
      'Ballyfénach Clonéabha Carrowmóin Tírfhlór Sliabhúna Doirefáinne Gortnaspéir Rathmíolta Inisceolán Dúnbréagáin',
    trades: 'Holdings|Bakery|Construction|Farming|Technologies|Seafoods|Leasing|Aviation|Foods|Éadaí',
    forms:
      'LIMITED=LTD - Private Company Limited by Shares|DESIGNATED ACTIVITY COMPANY=DAC - Designated Activity Company|PUBLIC LIMITED COMPANY=PLC - Public Limited Company|TEORANTA=LTD - Private Company Limited by Shares|CLG=CLG - Company Limited by Guarantee',
    capitals: true,
    given: 'Saoirse Tadhg Caoimhín Éabha Fionnán Síofra',
    family: "O'Dúnbreac Mac-Tírfhlóir Ní-Ceolán O'Gortnaspéir",
    statuses: 'Normal|Strike Off Listed|Liquidation',
    schemes: ['NACE Rev. 2: 6201.0|3101.0|141.0|5610.0'],
  }),
  country('IS', {
    thousands: 60,
    roots: 'Þokufell Eldjökla Ægisgrund Sölvaskarð Híminbrún Móðurhlíð Ýmishver Úlfsnípa Ðrangvík Éljávatn',
    trades: 'Fiskvinnsla|Hugbúnaður|Útgerð|Gróðurhús|Ráðgjöf|Fasteignir|Hótel',
    forms: 'ehf.=Einkahlutafélag|hf.=Hlutafélag|slf.=Samlagsfélag|sf.=Sameignarfélag',
    given: 'Þórunn Ævar Sóldís Hrafnkell Ýr',
    family: 'Þokudóttir Eldjökulsson Sölvadóttir Hverason',
    schemes: ['ÍSAT2008: 62.01.0|03.11.1|55.10.1'],
  }),
  country('LT', {
    thousands: 230,
    roots:
      'Rūkžolė Žuvųkrantas Vyšnięla Šiaurėžvaigždė Ąžuolinta Žaliūkis Čiurlėnas Gintažiedas Vėjūnė Ūkanija Ešerinė Lygumįsta Dūmvilkė Kęstaičiai',
    trades: 'statyba|prekyba|baldai|transportas|nuoma|grūdai|projektai|žūklė|šiluma',
    forms:
      'UAB=Uždaroji akcinė bendrovė|AB=Akcinė bendrovė|MB=Mažoji bendrija|VšĮ=Viešoji įstaiga|IĮ=Individuali įmonė',
    formPlace: 'quoted',
    given: 'Žydrūnas Aušra Ąžuolas Ugnė Jūratė Šarūnas',
    family: 'Rūkžolis Vėjūnaitė Žaliūkas Ešerinskienė',
    statuses: 'Teisinis statusas neįregistruotas|Likviduojamas|Bankrutuojantis',
  }),
  country('LV', {
    thousands: 220,
    roots:
      'Ķirmsala Ģērmaņlauks Ūdensroze Ļaudonkalns Ņirgupe Čiekurāji Žubīšķi Šņākas Ēnmeži Īviņas Ābolkrūze Migldārzs',
    trades: 'būve|tirdzniecība|koks|mēbeles|serviss|loģistika|īpašumi|zivis|enerģija',
    forms:
      'SIA=Sabiedrība ar ierobežotu atbildību|AS=Akciju sabiedrība|IK=Individuālais komersants|KS=Komandītsabiedrība',
    formPlace: 'quoted',
    given: 'Ģirts Ņina Ļubova Ēriks Žanete Dzintars Ilze Šarlote',
    family: 'Ķirmsalis Ūdensroze Miglājs Čiekurs Ļaudonis Ābolkrūms',
    person: 'Family Given',
    roles: 'Valdes loceklis|Valdes priekšsēdētājs|Prokūrists|Padomes loceklis|Likvidators',
    datesOfficers: true,
    statuses: 'Reģistrēts|Likvidācija|Maksātnespēja',
    schemes: ['NACE Rev. 2: 6210|4120|1623', 'NACE Rev. 2.1: 6210|5520'],
  }),
  country('NO', {
    thousands: 1160,
    roots:
      'Tvervik Åsnes-Hale Fjordmjøl Bjørketind Sølvåre Nordlysmyr Hvaløyra Grøtfjell Skodderud Råkskar Lyngheia Ærvåg Kråketun',
    trades: 'Bygg|Eiendom|Invest|Havbruk|Regnskap|Rørlegger|Maskin|Kafé|Frisør|Energi|Sjømat|Konsult|Barnehage',
    forms:
      'AS=Aksjeselskap|ASA=Allmennaksjeselskap|ENK=Enkeltpersonforetak|ANS=Ansvarlig selskap med solidarisk ansvar|DA=Ansvarlig selskap med delt ansvar|NUF=Norskregistrert utenlandsk foretak|SA=Samvirkeforetak',
    capitals: true,
    given: 'Ragnfrid Torbjørn Åshild Øystein Embla Sæbjørg Gudmund Jorunn',
    family: 'Tvervik Skodderud Fjordmjøl Bjørketind Kråketun Råkskar Hvaløyra',
    roles: 'Daglig leder|Styrets leder|Styremedlem|Nestleder|Varamedlem|Observatør',
    schemes: [
      'SN2025: 62.100=Programmering|03.210=Akvakultur i sjøvann|41.000=Oppføring av bygninger|68.200=Utleie og drift av egen eller leid fast eiendom',
      'SN2007: 62.010=Programmeringstjenester|56.101=Drift av restauranter og kafeer',
    ],
    publishesCountry: true,
  }),
  country('SE', {
    thousands: 1800,
    roots:
      'Ängsfalk Björnhult Råglinda Sjöstjärn Öringebäck Norrskensö Höstlöv Mörkskog Långvass Ålkista Häggmossa Kråkdal',
    trades: 'Bygg|Fastigheter|Åkeri|Måleri|Konsult|Invest|Skog|Redovisning|Trädgård|Energi|Bageri|Maskin',
    forms: 'AB=AB-ORGFO|HB=HB-ORGFO|KB=KB-ORGFO|Ekonomisk förening=EK-ORGFO|AB (publ)=AB-ORGFO',
    given: 'Sölve Hjördis Åsa Björn Ragnhild Örjan',
    family: 'Ängsfalk Råglind Norrskär Sjöstjärna Mörkskogh',
    schemes: ['SNI 2007: 62010|68203|41200', 'SNI 2025: 62100|68200|02200'],
    publishesCountry: true,
  }),
];
