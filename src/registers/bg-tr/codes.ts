import { words } from '../../importer/declaration.ts';
import type { OfficerKind } from '../../model/index.ts';

/** Rows of columns that two or more spaces divide. */
const rows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ {2,}/));

/** The legal forms by the short code that every deed has: the register's code in field 00030, and its words. */
export const LEGAL_FORMS: ReadonlyMap<string, { readonly code: string; readonly label: string }> = new Map(
  rows(`
    ET     1   Едноличен търговец
    SD     2   Събирателно дружество
    KD     3   Командитно дружество
    OOD    4   Дружество с ограничена отговорност
    AD     5   Акционерно дружество
    KDA    6   Командитно дружество с акции
    K      7   Кооперация
    KCHT   8   Клон на чуждестранен търговец
    TPP    9   Търговец, публично предприятие
    EOOD   10  Еднолично дружество с ограничена отговорност
    EAD    11  Еднолично акционерно дружество
    IAD    12  Акционерно дружество със специална инвестиционна цел
    TPPD   13  Държавно предприятие
    TPPO   14  Общинско предприятие
    IEAD   15  Еднолично акционерно дружество със специална инвестиционна цел
    EUIE   16  Европейско обединение по икономически интереси
    DEUIE  17  Поделение на ЕОИИ
    ED     18  Европейско дружество
    EKD    19  Европейско кооперативно дружество
    LEKD   20  Европейско кооперативно дружество с ограничена отговорност
    CHD    21  Дружество регистрирано в юрисдикция с преференциален данъчен режим
    CHDU   22  Чуждестранно юридическо лице
    CHDF   23  Чуждестранно физическо лице
    ASSOC  24  Сдружение
    FOUND  25  Фондация
    BFLE   26  КЧЮЛНЦ
    CC     27  Читалище
  `).map(([short = '', code = '', label = '']) => [short, { code, label }]),
);

/** Forms of deeds that are one person: sole traders and foreign persons. */
export const PERSON_FORMS: ReadonlySet<string> = new Set(['ET', 'CHDF']);

/** What a person is, by the kind of its number: a personal number or a date of birth, or that of a company; undefined where it has none. */
export const KIND_OF_NUMBER: ReadonlyMap<string, OfficerKind | undefined> = new Map([
  ['EGN', 'natural_person'],
  ['BirthDate', 'natural_person'],
  ['UIC', 'organisation'],
  ['Undefined', undefined],
]);

/** A field whose records are officers. */
export interface OfficerField {
  /** The element of one record; absent where the field is one record. */
  readonly record?: string;
  /** The register's own name of the field; that of the element where none is known. */
  readonly role: string;
}

/** The fields that hold officers, by element. Partners, owners, beneficial owners, heads of branches and trustees are none. */
export const OFFICER_FIELDS: ReadonlyMap<string, OfficerField> = new Map([
  ...rows(`
    Managers                      Manager                         Управители
    AssignedManagers              AssignedManager                 Лица, на които е възложено управлението
    Representatives               Representative                  Представители
    Representatives101            Representative101               Представители
    Representatives102            Representative102               Представители
    Representatives103            Representative103               Представители
    BoardOfDirectors              Director                        Съвет на директорите
    BoardOfManagers3              BoardManager3                   Управителен орган
    AdministrativeBoard           AdministrativeBody              Административен орган
    AdministrativeBoardSupporters AdministrativeBoardSupporter    Заместници на членовете на административния орган
    ManagementBodies12d           ManagementBody12d               ManagementBodies12d
    BoardOfManagers               BoardManager                    Управителен съвет
    BoardOfManagersSupporters     BoardOfManagersSupportersPerson Подгласници в управителния съвет
    BoardOfManagers2              BoardManager2                   Управителен съвет
    LeadingBoard                  Leader                          Ръководен орган
    BoardOfManagersSupporters2    BoardManagersSupporter2         Заместници на членовете на управителния орган
    BoardOfTrusties13g            Trustee13g                      BoardOfTrusties13g
    SupervisingBoard              Supervisor                      Надзорен съвет
    SupervisingBoard2             Supervisor2                     Надзорен орган
    SupervisingBoardSupporters    SupervisingBoardSupporter       Заместници на членовете на надзорния орган
    ControllingBoard              ControllingBoardPerson          Контролен съвет
    ControllingBoardSupporters    ControllingBoardSupportersPerson  Подгласници в контролния съвет
    VerificationCommission15b     CommissionMember15b             VerificationCommission15b
    Procurators                   Procurator                      Прокуристи
    Liquidators                   Liquidator                      Ликвидатори
  `).map((row): [string, OfficerField] => {
    const [field = '', record = '', ...role] = row.join(' ').split(' ');
    return [field, { record, role: role.join(' ') }];
  }),
  ['ChairMan', { role: 'Председател' }],
  ['Representative503', { role: 'Представител' }],
]);

/** What a field says of the state of a company. */
export interface StatusField {
  /** Which states outrank others: 0 the deletion, 1 insolvency, 2 liquidation, 3 the end of business. */
  readonly rank: number;
  /** The register's word; empty where the field ends the state. */
  readonly word: string;
  /** Whether the field holds 1 or 0, and only 1 says that it is so. */
  readonly isFlag: boolean;
}

export const STATUS_FIELDS: ReadonlyMap<string, StatusField> = new Map(
  rows(`
    AddemptionOfTrader                    0  flag  Заличаване на търговеца
    AddemptionOfTraderSeatChange          0  set   Заличаване поради преместване на седалището в друга държава-членка
    AddemptionOfTraderEraseForeignTrader  0  flag  Закриване на партида
    ClosureBranchOfForeignTrader          0  flag  Закриване на клона на чуждестранен търговец
    AddemptionOfEUIE                      0  flag  Заличаване на поделението на ЕОИИ
    OpenProccedings                       1  set   Несъстоятелност
    OpenProccedingsSecIns                 1  set   Несъстоятелност
    OpenProccedingsThirdIns               1  set   Несъстоятелност
    ReOpenProceedings                     1  set   Несъстоятелност
    ReOpenProceedingsSecIns               1  set   Несъстоятелност
    ReOpenProceedingsThirdIns             1  set   Несъстоятелност
    DeclareBankrupt                       1  set   Обявяване в несъстоятелност
    DeclareBankruptSecIns                 1  set   Обявяване в несъстоятелност
    DeclareBankruptThirdIns               1  set   Обявяване в несъстоятелност
    SuspendProceedings                    1  set
    SuspendProceedingsSecIns              1  set
    SuspendProceedingsThirdIns            1  set
    TermsOfLiquidation                    2  set   Ликвидация
    Liquidators                           2  set   Ликвидация
    ResumeOfLiquidation                   2  set   Ликвидация
    StopOfLiquidation                     2  set
    ContinuingTradeActivity               2  set
    CessationOfTrade                      3  flag  Прекратяване на търговската дейност
    CessationOfNonProfitLegalEntity       3  flag  CessationOfNonProfitLegalEntity
  `).map(([field = '', rank, kind, word = '']) => [field, { rank: Number(rank), word, isFlag: kind === 'flag' }]),
);

/** What the two states of an ended deed are called; N and E are deeds that go on. */
export const ENDED: ReadonlyMap<string, string> = new Map([
  ['C', 'Нова партида затворена'],
  ['L', 'Пререгистрирана фирма по Булстат затворена'],
]);

export const CODES = {
  DeedStatus: words('N E C L'),
  LegalForm: [...LEGAL_FORMS.keys()],
  IndentType: [...KIND_OF_NUMBER.keys()],
  FieldOperation: words('Add Erase'),
} as const;
