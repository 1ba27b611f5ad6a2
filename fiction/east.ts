import { country, type Country } from './country.ts';

/** From the Baltic Sea to the Black Sea and the Adriatic. */
export const EAST: readonly Country[] = [
  country('BG', {
    thousands: 970,
    roots: 'РОДОПЕЯ ЩЪРКОВО БЪЛГАРКАН ЯСЕНОЛЪК МЪГЛИВЕЦ ЧЕРЕШАНА ЗЛАТОЮГ ЖЪЛТИЦА ПЕРУНОВЪРХ СИНЬОБОР',
    trades: 'СТРОЙ|ТРЕЙД|ИНВЕСТ|КОНСУЛТ|ТРАНСПОРТ|ИМОТИ|АГРО|ФУУД|ХОТЕЛИ|СОФТУЕР',
    forms: 'ЕООД|ООД|АД|ЕАД|ЕТ|СД|ДЗЗД',
    given: 'ЩЕРЬО РУМЯНА БОЖУРА ЦВЯТКО ЮЛИЯН',
    family: 'ЩЪРКОВСКИ МЪГЛИВЕЦОВА ЯСЕНОЛЪКОВ ЧЕРЕШАНОВА',
    person: 'FAMILY GIVEN',
    roles: 'Управител|Представител|Прокурист|Член на съвета на директорите',
    datesOfficers: true,
    statuses: 'N|E',
    schemes: ['НКИД 2008: 6201=Компютърно програмиране|5510=Хотели|0111'],
    publishesCountry: true,
  }),
  country('CZ', {
    thousands: 900,
    roots: 'Řekokvět Žluťásek Měsíčnov Ďáblohrad Šípkořez Úsvitěž Ťapkov Černoplůdek Léskovíček Vřesoň Sněžnohvězd',
    trades: 'stavby|obchod|doprava|reality|nářadí|software|pivovar|účetnictví|energie|zahrady',
    forms:
      's.r.o.=Společnost s ručením omezeným|a.s.=Akciová společnost|spol. s r.o.=Společnost s ručením omezeným|v.o.s.=Veřejná obchodní společnost|k.s.=Komanditní společnost|družstvo=Družstvo',
    given: 'Ctirad Bedřiška Přemysl Věra Oldřich Žofie',
    family: 'Řekokvět Žluťásková Šípkořez Měsíčná Ďáblohradský',
    roles: 'jednatel|předseda představenstva|člen představenstva|prokurista|předseda dozorčí rady',
    datesOfficers: true,
    statuses: 'AKTIVNI|V LIKVIDACI',
    schemes: ['CZ-NACE: 62010|41202|11050', 'NACE2025: 62100|41000'],
    publishesCountry: true,
  }),
  country('HR', {
    thousands: 190,
    roots: 'Đurđicova Škriljograd Žabokreč Čvrsnjak Ćukovina Plavišnica Mjesečnik Jadrolist',
    trades: 'graditeljstvo|trgovina|turizam|ribarstvo|prijevoz|usluge|brodogradnja',
    forms:
      'd.o.o.=društvo s ograničenom odgovornošću|j.d.o.o.=jednostavno društvo s ograničenom odgovornošću|d.d.=dioničko društvo|k.d.=komanditno društvo',
    given: 'Đurđa Krešo Željka Šime',
    family: 'Škriljogradić Ćukovinac Žabokrečki Plavišničić',
    statuses: 'aktivan|u stečaju|u likvidaciji',
    schemes: ['NKD 2007: 62.01|55.10', 'NKD 2025: 62.10|41.00'],
  }),
  country('HU', {
    thousands: 550,
    roots: 'Csillagűző Fűzfaőr Tündérkő Szőlőhát Ködvölgye Hűvösrét Gyöngyharmat Nyírősz Erdőzúgás Őzike-Tűz',
    trades: 'Építő|Kereskedelmi|Ingatlan|Szállítás|Pékség|Szőlészet|Tanácsadó|Gépgyártó|Gyógyszertár',
    forms:
      'Kft.=Korlátolt felelősségű társaság|Zrt.=Zártkörűen működő részvénytársaság|Bt.=Betéti társaság|Nyrt.=Nyilvánosan működő részvénytársaság|Kkt.=Közkereseti társaság',
    given: 'Győző Tünde Örs Ibolya',
    family: 'Csillagűző Fűzfaőry Tündérkői Szőlőháti',
    person: 'Family Given',
    publishesCountry: true,
  }),
  country('MD', {
    thousands: 200,
    roots:
      'Nistrușor Țărmulverde Pârâuscurt Codrișteni Bălțătura Zîmbreni Орхидеяна Mărțișorea Steauașură ДНЕСТРОЛУГ Viișoreni',
    trades: 'Construct|Agro|Vin|Trans|Comerț|АГРО|Fruct|Servicii',
    forms:
      'S.R.L.=Societate cu răspundere limitată|S.A.=Societate pe acțiuni|Î.I.=Întreprindere individuală|Î.S.=Întreprindere de stat|ООО=Societate cu răspundere limitată',
    formPlace: 'quoted',
    given: 'Ștefăniță Țvetana Ilinca Răzvan',
    family: 'Codrișteanu Țărmureanu Zîmbreanu Bălțăturescu',
    person: 'Family Given',
    roles: 'Administrator|Director|Lichidator',
    schemes: ['CAEM Rev. 2: 6201|1102|0121'],
  }),
  country('PL', {
    thousands: 2400,
    roots:
      'Żółwigród Śnieżylas Źródłosęk Ćmielatka Łąkodrzew Ptasznyń Bursztynówka Wrzosowięź Kłosopól Nieździel Gęgorzec Jaśminów',
    trades:
      'Budownictwo|Nieruchomości|Transport|Handel|Usługi|Doradztwo|Żegluga|Piekarnia|Meble|Oprogramowanie|Energia',
    forms:
      'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ|SP. Z O.O.=SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ|SPÓŁKA AKCYJNA|SPÓŁKA KOMANDYTOWA|SPÓŁKA JAWNA|PROSTA SPÓŁKA AKCYJNA|SPÓŁDZIELNIA',
    capitals: true,
    given: 'Świętosława Łucja Zdzisław Bożydar',
    family: 'ŻÓŁWIGRODZKI ŚNIEŻYLAS ĆMIELATKA ŁĄKODRZEWSKA',
    schemes: ['PKD 2007: 62.01.Z|41.20.Z|10.71.Z', 'PKD 2025: 62.10.B|41.00.A'],
    publishesCountry: true,
  }),
  country('RO', {
    thousands: 2800,
    roots:
      'Făgurel Țapinaru Șoimărești Brândușica Căprișoara Zânăvale Îmbucurești Lăcrămița Mărgăritești Vulturaș Şipoţel Stejăriș',
    trades: 'Construct|Trans|Impex|Agro|Consulting|Prod|Com|Invest|Design|Auto|Mobilă|Panificație',
    forms: 'S.R.L.=SRL|SRL|S.A.=SA|S.R.L.-D.=SRL-D|S.N.C.=SNC|SOCIETATE COOPERATIVĂ=SCM',
    capitals: true,
    given: 'Ștefania Țurcan Ilinca Răducu Mălina Învăluț',
    family: 'ȘOIMĂRESCU ȚAPINARU BRÂNDUȘESCU ZÂNĂVALE FĂGURELU',
    person: 'FAMILY GIVEN',
    roles: 'administrator|președinte|director|lichidator|reprezentant',
    statuses: 'funcțiune|dizolvare|insolvență',
    schemes: ['CAEN Rev. 2: 6201|4120|1071', 'CAEN Rev. 3: 6210|4100'],
  }),
  country('RS', {
    thousands: 134,
    roots: 'ЂУРЂЕВКА Љиљаногај ЊЕГОШЋА Ћуковац Џепогор ШУМОЈЕЛА Plavošljiva Žuborinka Đerdanovo Čarolugać Đurđevgrad',
    trades: 'TRGOVINA|ГРАДЊА|TRANSPORT|ЖИТО|MALINA|УСЛУГЕ|ТЕКСТИЛ',
    forms:
      'DOO=Друштво са ограниченом одговорношћу|д.о.о.=Друштво са ограниченом одговорношћу|AD=Акционарско друштво|а.д.=Акционарско друштво|OD=Ортачко друштво',
    given: 'Љубиша Њежана',
    family: 'Ћуковачки Џепогорац',
    statuses: 'Активно привредно друштво|Привредно друштво у ликвидацији',
    schemes: ['КД 2010: 6201|4711|0125'],
  }),
  country('SI', {
    thousands: 140,
    roots: 'Žametnica Čmrljevec Škratovlje Mračkovo Vrhžlebec Jezerščica Trnšek-Log Sončnopolje',
    trades: 'gradbeništvo|trgovina|prevozi|čebelarstvo|svetovanje|lesarstvo|turizem',
    forms:
      'd.o.o.=Družba z omejeno odgovornostjo d.o.o.|d.d.=Delniška družba d.d.|s.p.=Samostojni podjetnik posameznik s.p.|d.n.o.=Družba z neomejeno odgovornostjo d.n.o.',
    given: 'Živa Črtomir',
    family: 'Čmrljevec Škratovlje',
  }),
  country('SK', {
    thousands: 300,
    roots: 'Ľaliovec Žriebäcie Mŕtvostrom Stĺpovany Ďatelinka Šťavnačie Kôrovník Ňufáčik Hviezdojar Čučoriedkov',
    trades: 'stavby|obchod|preprava|reality|účtovníctvo|poľnohospodárstvo|softvér|nábytok',
    forms:
      's. r. o.=Spoločnosť s ručením obmedzeným|a. s.=Akciová spoločnosť|s.r.o.=Spoločnosť s ručením obmedzeným|k. s.=Komanditná spoločnosť|družstvo=Družstvo',
    given: 'Ľubomíra Žigmund Ôlia Štefánia',
    family: 'Ľaliovec Stĺpovanská Žriebäci Kôrovník',
    roles: 'konateľ|predseda predstavenstva|člen predstavenstva|prokúra',
    datesOfficers: true,
    schemes: [
      'SK NACE Rev. 2: 62.01.0=Počítačové programovanie|41.20.1|10.71.0=Výroba chleba',
      'SK NACE Rev. 2.1: 62.10.0=Počítačové programovanie',
    ],
    publishesCountry: true,
  }),
  country('UA', {
    thousands: 1400,
    roots: 'ЇЖАКОВЕ ҐРУНТОЦВІТ ЄДНІСТЬ-ЛУГ ПІВНІЧСЯЙВО КАЛИНОЗІР ЩЕДРОЛИСТ МЖИЧКА СОНЯХОВИЦЯ ЗЕЛЕНЬБУД БДЖОЛИНКА',
    trades: 'БУД|АГРО|ТРЕЙД|ТРАНС|ІНВЕСТ|ЕНЕРГО|ТОРГ|СЕРВІС|МОЛОКО|ЗЕРНО',
    forms:
      'ТОВ=ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ|ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ|ПП=ПРИВАТНЕ ПІДПРИЄМСТВО|АТ=АКЦІОНЕРНЕ ТОВАРИСТВО|ФГ=ФЕРМЕРСЬКЕ ГОСПОДАРСТВО|ОСББ=ОБ’ЄДНАННЯ СПІВВЛАСНИКІВ БАГАТОКВАРТИРНОГО БУДИНКУ',
    formPlace: 'quoted',
    given: 'ЯРИНА ЩАСЛАВ ЇВГА ЄЛИСЕЙ ҐАЛЯ',
    family: 'ЇЖАКІВСЬКИЙ ҐРУНТОЦВІТЕНКО ЩЕДРОЛИСТ КАЛИНОЗІРЕНКО',
    person: 'FAMILY GIVEN',
    roles: 'керівник|підписант|Голова Правління|член Наглядової Ради',
    statuses: 'зареєстровано|в стані припинення',
  }),
];
