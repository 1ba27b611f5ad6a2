import { country, type Country } from './country.ts';

/** Cyprus, Spain, Greece, Italy, Malta and Portugal. */
export const SOUTH: readonly Country[] = [
  country('CY', {
    thousands: 90,
    roots: 'Kyprolune ΑΦΡΟΚΥΜΑ ΧΑΛΚΟΠΕΤΡΑ Troodelia ΛΕΥΚΑΜΜΟΣ Mesavouni ΠΕΡΙΣΤΕΡΩΝΙΔΑ Halloumara ΒΡΑΧΟΝΗΣΙ Akamantis',
    trades: 'Shipping|Holdings|ΕΜΠΟΡΙΚΗ|ΚΑΤΑΣΚΕΥΑΣΤΙΚΗ|Investments|Hotels|ΞΕΝΟΔΟΧΕΙΑ|Ventures',
    forms: 'LIMITED=Private|LTD=Private|ΛΙΜΙΤΕΔ=Private|PUBLIC COMPANY LTD=Public|ΕΤΑΙΡΕΙΑ ΛΤΔ=Private',
    given: 'ΚΛΕΑΝΘΗΣ Despo ΧΡΥΣΤΑΛΛΑ Pambis',
    family: 'ΛΕΥΚΑΜΜΙΔΗΣ Mesavounis ΧΑΛΚΟΠΕΤΡΟΥ Kyprolounis',
    roles: 'Διευθυντής|Γραμματέας|Αντικαταστάτης Διευθυντής',
    statuses: 'Εγγεγραμμένη|Διαλυμένη|Υπό Εκκαθάριση',
  }),
  country('ES', {
    thousands: 3300,
    roots:
      'Almendrúa Cigüeñal-Luz Peñaflorida Montañuela Aceitúnar Brisañeja Ñandubay Castellón-Azul Vallegüés Cel·larossa Etxeberrigoien Rías-Tolas',
    trades:
      'Construcciones|Inversiones|Transportes|Hostelería|Alimentación|Gestión|Promociones|Energía|Aceites|Cañizares|Informática',
    forms:
      'SL=Sociedad limitada|SA=Sociedad anónima|SLU=Sociedad limitada unipersonal|S. COOP.=Sociedad cooperativa|SLP=Sociedad limitada profesional|CB=Comunidad de bienes',
    capitals: true,
    given: 'Íñigo Begoña Ramón Núria Asunción',
    family: 'PEÑAFLORIDA BRISAÑEJA CIGÜEÑAL VALLEGÜÉS',
  }),
  country('GR', {
    thousands: 1100,
    roots:
      'ΘΑΛΑΣΣΟΦΕΓΓΟΣ Αμπελοράχη ΟΛΥΜΠΟΝΕΡΟ Ελαιοχώρα Πευκοδάσι ΑΡΓΥΡΟΝΗΣΟΣ Μελισσόβουνο Ψαρολίμανο Ξυλότεχνη Κύματόλαμψη Γαλανόπετρα',
    trades: 'Κατασκευαστική|Εμπορική|Ναυτιλιακή|Τουριστική|Ενεργειακή|Ελαιουργία|Φαρμακείο|Μεταφορική|Υπολογιστές',
    forms: 'ΙΚΕ|Α.Ε.=ΑΕ|Ο.Ε.=ΟΕ|Ε.Ε.=ΕΕ|ΕΠΕ|ΜΟΝΟΠΡΟΣΩΠΗ Ι.Κ.Ε.=ΙΚΕ',
    given: 'Ευρυδίκη Αριστοτέλης Χαρίκλεια Περικλής Ιφιγένεια',
    family: 'Θαλασσοφέγγης Αμπελοράχος Μελισσοβουνιώτης Γαλανοπετρίδου',
    person: 'Family Given',
    roles: 'Διαχειριστής|Πρόεδρος Δ.Σ.|Διευθύνων Σύμβουλος|Μέλος Δ.Σ.|Αντιπρόεδρος',
    datesOfficers: true,
    statuses: 'Ενεργή|Υπό Εκκαθάριση|Σε Πτώχευση',
    schemes: [
      'ΚΑΔ 2008: 62010000=Δραστηριότητες προγραμματισμού ηλεκτρονικών συστημάτων|10411000',
      'ΚΑΔ 2026: 62101000=Προγραμματισμός υπολογιστών|55101000=Ξενοδοχεία',
    ],
  }),
  country('IT', {
    thousands: 5100,
    roots:
      'Lumebruna Cittàchiara Perlavento Olivandò Bellacascata Montegrù Virtùcosa Acquaviòla Terrasogno Fontepiù Zafferìno Caffèluna',
    trades:
      'Costruzioni|Immobiliare|Trasporti|Servizi|Pasticceria|Impianti|Moda|Consulenza|Energia|Vini|Società Agricola|Arredamenti',
    forms:
      'S.R.L.=Società a responsabilità limitata|S.P.A.=Società per azioni|S.N.C.=Società in nome collettivo|S.A.S.=Società in accomandita semplice|SOC. COOP.=Società cooperativa|S.R.L.S.=Società a responsabilità limitata semplificata',
    capitals: true,
    given: 'Niccolò Desirée Ginevra Calò',
    family: 'LUMEBRUNA OLIVANDÒ MONTEGRÙ PERLAVENTO',
    publishesCountry: true,
  }),
  country('MT', {
    thousands: 80,
    roots: 'Għajnlewn Ħaġarkbir Ċirasella Żerniqija Baħarkannella Xemxgħolja Qamarfewwieħa Ġnienperla',
    trades: 'Gaming|Holdings|Marine|Trading|Yachts|Kostruzzjoni|Services',
    forms:
      'Limited=Private Limited Liability Company|Ltd=Private Limited Liability Company|p.l.c.=Public Limited Liability Company',
    given: 'Ġużeppa Żaren',
    family: 'Ħaġarkbir Għajnlewn',
    statuses: 'Active|Struck Off|In Dissolution',
    schemes: ['NACE Rev. 2: 9200|6201|5010'],
  }),
  country('PT', {
    thousands: 900,
    roots:
      'Maçãverde Sobreirão Limõesul Estrelaçor Corticência Pinhãozinho Águafonte Vinhatró Cançãomar Salgueirães Lâmpadazul',
    trades: 'Construções|Imobiliária|Transportes|Padaria|Cortiças|Investimentos|Turismo|Gestão|Comércio|Pescas',
    forms:
      ', Lda.=Sociedade por quotas|, S.A.=Sociedade anónima|, Unipessoal Lda.=Sociedade unipessoal por quotas|, C.R.L.=Cooperativa',
    given: 'Conceição Estêvão João Inês',
    family: 'Sobreirão Limõesul Salgueirães Estrelaçor',
    publishesCountry: true,
  }),
];
