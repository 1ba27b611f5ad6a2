/**
 * The legal forms of each country as they stand in names, by what kind of form each is. Spellings of one form are joined by `=`; they
 * are folded before they are compared, so accents, case and full stops do not matter. docs/legal-forms.md is written from this table.
 */

/** What kind of form it is. Forms of different kinds tell companies apart, spellings of one kind do not. */
export const LEGAL_FORM_KINDS = [
  'limited',
  'stock',
  'partnership',
  'cooperative',
  'association',
  'foundation',
  'sole trader',
  'fund',
] as const;
export type LegalFormKind = (typeof LEGAL_FORM_KINDS)[number];

/** The forms of a country by kind: forms between bars, spellings of one form joined by `=`. */
export type FormsOfCountry = Readonly<Partial<Record<LegalFormKind, string>>>;

const GERMAN: FormsOfCountry = {
  limited:
    'GmbH=Gesellschaft mit beschränkter Haftung=Gesellschaft mbH=Ges.m.b.H.=gGmbH=mbH|UG=UG (haftungsbeschränkt)=Unternehmergesellschaft=Unternehmergesellschaft (haftungsbeschränkt)',
  stock: 'AG=Aktiengesellschaft|SE=Societas Europaea|KGaA=Kommanditgesellschaft auf Aktien',
  partnership:
    'KG=Kommanditgesellschaft|OHG=Offene Handelsgesellschaft|GbR=Gesellschaft bürgerlichen Rechts|GmbH & Co. KG=GmbH & Co KG=GmbH & Cie. KG=UG (haftungsbeschränkt) & Co. KG|PartG=Partnerschaft=Partnerschaftsgesellschaft=PartG mbB=PartGmbB|GmbH & Co. OHG|AG & Co. KG',
  cooperative: 'eG=Eingetragene Genossenschaft=Genossenschaft',
  association: 'e.V.=Eingetragener Verein',
  foundation: 'Stiftung',
  'sole trader': 'e.K.=e.Kfm.=e.Kfr.=Eingetragener Kaufmann=Eingetragene Kauffrau=Einzelunternehmen',
};

const SOUTH_SLAVIC: FormsOfCountry = {
  limited:
    'd.o.o.=društvo s ograničenom odgovornošću=друштво са ограниченом одговорношћу|j.d.o.o.=jednostavno društvo s ograničenom odgovornošću',
  stock: 'd.d.=dioničko društvo|a.d.=акционарско друштво',
  partnership: 'k.d.=komanditno društvo=командитно друштво|j.t.d.=javno trgovačko društvo|o.d.=ортачко друштво',
  cooperative: 'zadruga=задруга',
  'sole trader': 'obrt|pr=предузетник',
};

/** By country of the register. */
export const LEGAL_FORM_TABLE: Readonly<Record<string, FormsOfCountry>> = {
  AT: {
    ...GERMAN,
    limited: `${GERMAN.limited ?? ''}|FlexCo=FlexKapG=Flexible Kapitalgesellschaft`,
    partnership: `${GERMAN.partnership ?? ''}|OG=Offene Gesellschaft`,
    'sole trader': 'e.U.=Einzelunternehmer',
    foundation: 'Privatstiftung=Stiftung',
  },
  BE: {
    limited:
      'BV=BVBA=Besloten Vennootschap=Besloten vennootschap met beperkte aansprakelijkheid=SRL=SPRL=Société à responsabilité limitée=Société privée à responsabilité limitée',
    stock: 'NV=Naamloze Vennootschap=SA=Société anonyme',
    partnership:
      'CommV=Comm.V=Commanditaire vennootschap=SComm=Société en commandite|VOF=Vennootschap onder firma=SNC=Société en nom collectif|Maatschap',
    cooperative: 'CV=CVBA=Coöperatieve vennootschap=SC=SCRL=Société coopérative',
    association: 'VZW=Vereniging zonder winstoogmerk=ASBL=Association sans but lucratif|IVZW=AISBL',
    foundation: 'Stichting=Fondation',
  },
  BG: {
    limited: 'ООД=дружество с ограничена отговорност=OOD|ЕООД=еднолично дружество с ограничена отговорност=EOOD',
    stock: 'АД=акционерно дружество=AD|ЕАД=еднолично акционерно дружество=EAD',
    partnership: 'СД=събирателно дружество|КД=командитно дружество|ДЗЗД',
    cooperative: 'кооперация',
    'sole trader': 'ЕТ=едноличен търговец=ET',
  },
  CH: {
    ...GERMAN,
    limited: `${GERMAN.limited ?? ''}|Sàrl=S.à r.l.=SARL=Société à responsabilité limitée=Sagl=Società a garanzia limitata=LLC`,
    stock: `${GERMAN.stock ?? ''}=SA=Société anonyme=Società anonima`,
    partnership: `${GERMAN.partnership ?? ''}|Kollektivgesellschaft=Société en nom collectif`,
  },
  CY: {
    limited: 'Limited=Ltd=Λίμιτεδ=Λτδ=Εταιρεία Λτδ=Company Limited=Co Ltd',
    stock: 'Public Company Ltd=Public Company Limited=PLC=Public Ltd=Δημόσια Εταιρεία Λτδ',
    partnership: 'LP=Limited Partnership=Ομόρρυθμη',
  },
  CZ: {
    limited: 's.r.o.=spol. s r.o.=spol. s r. o.=spol s.r.o.=společnost s ručením omezeným',
    stock: 'a.s.=akc. spol.=akciová společnost',
    partnership: 'k.s.=komanditní společnost|v.o.s.=veřejná obchodní společnost',
    cooperative: 'družstvo',
    association: 'z.s.=zapsaný spolek|o.p.s.|z.ú.',
  },
  DE: GERMAN,
  DK: {
    limited: 'ApS=Anpartsselskab|IVS=Iværksætterselskab',
    stock: 'A/S=Aktieselskab|P/S=Partnerselskab',
    partnership: 'I/S=Interessentskab|K/S=Kommanditselskab',
    cooperative: 'A.M.B.A.=Andelsselskab med begrænset ansvar|F.M.B.A.|S.M.B.A.',
    association: 'Forening',
    foundation: 'Fond',
  },
  EE: {
    limited: 'OÜ=Osaühing',
    stock: 'AS=Aktsiaselts',
    partnership: 'TÜ=Täisühing|UÜ=Usaldusühing',
    cooperative: 'TÜH=Tulundusühistu|KÜ=Korteriühistu|Hooneühistu',
    association: 'MTÜ=Mittetulundusühing',
    foundation: 'SA=Sihtasutus',
    'sole trader': 'FIE=Füüsilisest isikust ettevõtja',
  },
  ES: {
    limited:
      'SL=SRL=Sociedad limitada=Sociedad de responsabilidad limitada|SLU=Sociedad limitada unipersonal|SLP=Sociedad limitada profesional|SLL=Sociedad limitada laboral',
    stock: 'SA=Sociedad anónima|SAU=Sociedad anónima unipersonal',
    partnership: 'SC=Sociedad civil|CB=Comunidad de bienes|S. en C.=Sociedad comanditaria',
    cooperative: 'S. Coop.=Sociedad cooperativa=Cooperativa',
    association: 'Asociación',
    foundation: 'Fundación',
  },
  FI: {
    limited: 'Oy=Osakeyhtiö=Oy Ab=Ab Oy=Ab=Aktiebolag',
    stock: 'Oyj=Julkinen osakeyhtiö=Oyj Abp=Abp',
    partnership: 'Ky=Kommandiittiyhtiö=Kb|Ay=Avoin yhtiö',
    cooperative: 'Osuuskunta=Osk=Andelslag',
    association: 'ry=rekisteröity yhdistys',
    foundation: 'säätiö=sr',
    'sole trader': 'Tmi=Toiminimi',
  },
  FR: {
    limited:
      'SARL=S.à r.l.=Société à responsabilité limitée|EURL=Entreprise unipersonnelle à responsabilité limitée|SELARL',
    stock:
      'SA=Société anonyme|SAS=Société par actions simplifiée|SASU=Société par actions simplifiée unipersonnelle|SELAS',
    partnership:
      'SNC=Société en nom collectif|SCI=Société civile immobilière|SC=Société civile|SCS|SCA|GAEC|EARL|SCP|SCM|GIE',
    cooperative: 'SCOP|Société coopérative|SCIC',
    association: 'Association',
    foundation: 'Fondation',
    'sole trader': 'EI=Entrepreneur individuel|EIRL',
  },
  GB: {
    limited: 'Limited=Ltd=Company Limited=Co Ltd=Private Limited Company=Cyf=Cyfyngedig|CIC=Community Interest Company',
    stock: 'PLC=Public Limited Company=CCC|SE',
    partnership: 'LLP=Limited Liability Partnership|LP=Limited Partnership',
    association: 'CIO=Charitable Incorporated Organisation',
  },
  GR: {
    limited:
      'ΕΠΕ=Εταιρεία Περιορισμένης Ευθύνης=EPE|ΙΚΕ=Ιδιωτική Κεφαλαιουχική Εταιρεία=Μονοπρόσωπη ΙΚΕ=IKE|Μονοπρόσωπη ΕΠΕ',
    stock: 'ΑΕ=Ανώνυμη Εταιρεία=Ανώνυμος Εταιρεία=Ανώνυμη Εταιρία=Μονοπρόσωπη ΑΕ=AE|ΑΒΕΕ|ΑΕΒΕ|ΑΤΕ',
    partnership: 'ΟΕ=Ομόρρυθμη Εταιρεία=OE|ΕΕ=Ετερόρρυθμη Εταιρεία',
    cooperative: 'Συνεταιρισμός',
  },
  HR: SOUTH_SLAVIC,
  HU: {
    limited: 'Kft.=Korlátolt felelősségű társaság',
    stock: 'Zrt.=Zártkörűen működő részvénytársaság|Nyrt.=Nyilvánosan működő részvénytársaság|Rt.=Részvénytársaság',
    partnership: 'Bt.=Betéti társaság|Kkt.=Közkereseti társaság',
    cooperative: 'Szövetkezet',
    'sole trader': 'E.V.=Egyéni vállalkozó|E.C.=Egyéni cég',
  },
  IE: {
    limited:
      'Limited=Ltd=Teoranta=Teo=Company Limited=Private Company Limited by Shares|DAC=Designated Activity Company|CLG=Company Limited by Guarantee|ULC=Unlimited Company=UC',
    stock: 'PLC=Public Limited Company=CPT|ICAV',
    partnership: 'LP=Limited Partnership',
  },
  IS: {
    limited: 'ehf.=Einkahlutafélag',
    stock: 'hf.=Hlutafélag=ohf.',
    partnership: 'sf.=Sameignarfélag|slf.=Samlagsfélag',
    cooperative: 'svf.=Samvinnufélag',
    foundation: 'ses.=Sjálfseignarstofnun',
  },
  IT: {
    limited:
      'S.R.L.=Società a responsabilità limitata|S.R.L.S.=Società a responsabilità limitata semplificata|SRL unipersonale',
    stock: 'S.P.A.=Società per azioni',
    partnership:
      'S.N.C.=Società in nome collettivo|S.A.S.=Società in accomandita semplice|S.S.=Società semplice|S.A.P.A.=Società in accomandita per azioni',
    cooperative:
      'Soc. Coop.=Società cooperativa=S.C.=Soc. Coop. a R.L.=Società cooperativa a responsabilità limitata|SCARL=S.C.R.L.=SCRL|Società consortile',
    association: 'Associazione',
    foundation: 'Fondazione',
  },
  LI: {
    ...GERMAN,
    foundation: 'Stiftung|Anstalt=Establishment',
    fund: 'Trust reg.=Treuunternehmen=Trust',
  },
  LT: {
    limited: 'UAB=Uždaroji akcinė bendrovė|MB=Mažoji bendrija',
    stock: 'AB=Akcinė bendrovė',
    partnership: 'TŪB=Tikroji ūkinė bendrija|KŪB=Komanditinė ūkinė bendrija',
    association: 'VšĮ=Viešoji įstaiga|Asociacija',
    'sole trader': 'IĮ=Individuali įmonė',
  },
  LU: {
    limited: 'S.à r.l.=SARL=Sàrl=Société à responsabilité limitée=S.à r.l.-S',
    stock: 'S.A.=Société anonyme|SAS',
    partnership:
      'SCSp=Société en commandite spéciale|S.C.A.=Société en commandite par actions|SCS=S.e.c.s.=Société en commandite simple|SNC|SCI=Société civile immobilière',
    association: 'ASBL',
    fund: 'SICAV=Société d’investissement à capital variable|SICAV-SIF|SICAR|FCP',
  },
  LV: {
    limited: 'SIA=Sabiedrība ar ierobežotu atbildību',
    stock: 'AS=Akciju sabiedrība',
    partnership: 'KS=Komandītsabiedrība|PS=Pilnsabiedrība',
    association: 'Biedrība',
    foundation: 'Nodibinājums',
    'sole trader': 'IK=Individuālais komersants|ZS=Zemnieku saimniecība|IU=Individuālais uzņēmums',
  },
  MD: {
    limited: 'S.R.L.=Societate cu răspundere limitată=ООО=OOO=Общество с ограниченной ответственностью',
    stock: 'S.A.=Societate pe acțiuni=АО=Акционерное общество|Î.S.=Întreprindere de stat',
    cooperative: 'Cooperativa',
    'sole trader': 'Î.I.=Întreprindere individuală|GȚ=Gospodărie țărănească',
  },
  MT: {
    limited: 'Limited=Ltd=Private Limited Liability Company',
    stock: 'p.l.c.=Public Limited Liability Company|SICAV',
    partnership: 'Partnership',
  },
  NL: {
    limited: 'B.V.=Besloten Vennootschap=Besloten vennootschap met beperkte aansprakelijkheid',
    stock: 'N.V.=Naamloze Vennootschap',
    partnership: 'V.O.F.=Vennootschap onder firma|C.V.=Commanditaire Vennootschap|Maatschap',
    cooperative: 'Coöperatie=Coöperatie U.A.=Coöperatieve Vereniging=Coöperatief U.A.|U.A.',
    association: 'Vereniging',
    foundation: 'Stichting',
  },
  NO: {
    limited: 'AS=A/S=Aksjeselskap',
    stock: 'ASA=Allmennaksjeselskap',
    partnership:
      'ANS=Ansvarlig selskap med solidarisk ansvar=Ansvarlig selskap|DA=Ansvarlig selskap med delt ansvar=Selskap med delt ansvar|KS=Kommandittselskap',
    cooperative: 'SA=Samvirkeforetak|BRL=Borettslag',
    association: 'Forening',
    foundation: 'Stiftelse',
    'sole trader': 'ENK=Enkeltpersonforetak|NUF=Norskregistrert utenlandsk foretak',
  },
  PL: {
    limited: 'sp. z o.o.=spółka z o.o.=spółka z ograniczoną odpowiedzialnością=sp. z o. o.=spzoo',
    stock: 'S.A.=spółka akcyjna|P.S.A.=prosta spółka akcyjna',
    partnership:
      'sp. k.=spółka komandytowa|sp. j.=spółka jawna|sp. p.=spółka partnerska|S.K.A.=spółka komandytowo-akcyjna|sp. z o.o. sp. k.=spółka z ograniczoną odpowiedzialnością spółka komandytowa|s.c.=spółka cywilna',
    cooperative: 'spółdzielnia',
    foundation: 'fundacja',
    association: 'stowarzyszenie',
  },
  PT: {
    limited:
      'Lda.=Limitada=Sociedade por quotas|Unipessoal Lda.=Unipessoal Limitada=Sociedade unipessoal por quotas=Unipessoal',
    stock: 'S.A.=Sociedade anónima|SGPS',
    cooperative: 'C.R.L.=Cooperativa',
    association: 'Associação',
    foundation: 'Fundação',
  },
  RO: {
    limited: 'S.R.L.=SC SRL=Societate cu răspundere limitată|S.R.L.-D.=SRL-D',
    stock: 'S.A.=Societate pe acțiuni',
    partnership: 'S.N.C.=Societate în nume colectiv|S.C.S.=Societate în comandită simplă|SC=Societatea comercială',
    cooperative: 'Societate cooperativă=SCM',
    association: 'Asociație',
    'sole trader': 'PFA=Persoană fizică autorizată|II=Întreprindere individuală|IF=Întreprindere familială',
  },
  RS: SOUTH_SLAVIC,
  SE: {
    limited: 'AB=Aktiebolag',
    stock: 'AB (publ)=Aktiebolag (publ)=Publ AB',
    partnership: 'HB=Handelsbolag|KB=Kommanditbolag',
    cooperative: 'Ekonomisk förening=Ek. för.|BRF=Bostadsrättsförening',
    association: 'Ideell förening',
    foundation: 'Stiftelse',
    'sole trader': 'Enskild firma',
  },
  SI: {
    limited: 'd.o.o.=družba z omejeno odgovornostjo',
    stock: 'd.d.=delniška družba',
    partnership: 'd.n.o.=družba z neomejeno odgovornostjo|k.d.=komanditna družba',
    cooperative: 'z.o.o.=z.b.o.=zadruga',
    foundation: 'ustanova',
    'sole trader': 's.p.=samostojni podjetnik',
  },
  SK: {
    limited: 's.r.o.=spol. s r.o.=spoločnosť s ručením obmedzeným=spol. s r. o.',
    stock: 'a.s.=akciová spoločnosť',
    partnership: 'k.s.=komanditná spoločnosť|v.o.s.=verejná obchodná spoločnosť',
    cooperative: 'družstvo',
    association: 'o.z.=občianske združenie',
    foundation: 'nadácia',
  },
  UA: {
    limited:
      'ТОВ=Товариство з обмеженою відповідальністю=TOV=LLC|ТДВ=Товариство з додатковою відповідальністю|ПП=Приватне підприємство=PP',
    stock: 'АТ=Акціонерне товариство|ПрАТ=Приватне акціонерне товариство|ПАТ=Публічне акціонерне товариство',
    partnership: 'ПТ=Повне товариство|КТ=Командитне товариство',
    cooperative: 'Кооператив',
    association: 'ГО=Громадська організація|ОСББ=Об’єднання співвласників багатоквартирного будинку',
    'sole trader': 'ФОП=Фізична особа-підприємець|ФГ=Фермерське господарство=СФГ',
  },
};
