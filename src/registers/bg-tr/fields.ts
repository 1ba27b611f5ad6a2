import { words } from '../../importer/declaration.ts';
import type { RegisterFileKinds } from '../../importer/index.ts';
import { OFFICER_FIELDS, STATUS_FIELDS } from './codes.ts';

const below = (parents: readonly string[], members: readonly string[]): string[] =>
  parents.flatMap((parent) => members.map((member) => `${parent}.${member}`));

/** Fields of the register that are never looked into: owners, beneficial owners, branches, capital, pledges, successions. */
const UNREAD = words(`
  NumberNationalRegister NumberNationalRegister1b SeatForCorrespondence SubjectOfActivity Objectives
  SubjectToAdditionalBusinessActivity MeansOfAchievingTheObjectives WayOfManagement WayOfRepresentation
  Authorities12g TermsOfPartnership TermOfExisting TermOfExistingEUIE TermОfЕxistenceNonProfitLegalEntity
  SpecialConditions DesignatedToPerformPublicBenefit TemporarilySuspendedStatusForPublicBenefits
  DesignatedToCarryOutPrivateActivity RestorationOfStatusInPublicBenefit PhysicalPersonTrader Partners
  UnlimitedLiabilityPartners UnlimitedLiabilityPartnersEUIE LimitedLiabilityPartners
  EuropeanEconomicInterestGrouping DiscontinuanceOfTheEUIE InsolvenciesOfEUIE ForeignTraders
  DiscontinuanceOfForeignTrader InsolvenciesOfForeignTrader SoleCapitalOwner Owner
  EuropeanHoldingCompanysAsShareholders ShareTransfers HiddenNonMonetaryDeposit SharePaymentResponsibility
  ConcededEstateValue TotalAmountOfInitialPropertyContributions SourcesOfInitialFinancing25v EraseReservation
  PersonConcerned Funds Shares MinimumAmount DepositedFunds NonMonetaryDeposits BuyBackDecision SepcialPowers
  WayOfRepresentation43 BranchSeat BranchFirm BranchIdentifier BranchSubjectOfActivity MainActivityNKID
  BranchManagers VolumeOfRepresentationPower VolumeOfRepresentationPower541 BranchClosure
  DivisionsOfEuropeanUnification WayOfEstablishingEuropeanCompany WayOfEstablishingEuropeanCooperativeSociety
  SeatChange LimitSubjectOfActivity101 License102 PutUnderParticularSupervision Authorization Suquestrators104
  OtherCircumstances105 LimitSubjectOfActivity106 ManageOrganizationAssets107 License108 Suquestrators109
  OtherCircumstances110 LimitSubjectOfActivity111 ManageOrganizationAssets112 Suquestrators113 OtherCircumstances114
  RefusalOfLicense SpecialManager OtherCircumstances117 PledgeDDIdentifier Pledgors SecuredClaimDebtors
  PledgeCreditors PledgedCreditor SecuredClaimReason ContractOfPledgeForShare SecuredClaimSubject SecuredClaimAmount
  SecuredClaimInterests SecuredClaimDelayInterests PledgeMoney PledgePropertyDescription PledgePropertyPrice
  ModalityDate ModalityCondition PledgedCreditorAgreement PledgeExecutionClaim Partners218 PledgeExecutionDepozitar
  Depozitar DepozitarDistraintRemove StopOfExecutionSize StopOfExecutionProperty EntryIntoPledgeCreditorRights
  PledgeRenewDate PledgeAddemption ForfeitCompanyIdentifier DebtorOverSecureClaims AtPawnCreditors Reason
  PledgeContractForTrader Object306 Size307 Interest InterestAndDefaultForDelay Size310 Description Price312 Term
  Circumstances PledgedCreditorAgreement2 PartOfClaimwhatIsSeek PropertyOverExecution Depositor
  InvitationForAppointingOfManager ManagerOfTradeEnterprise RestoringManagementRight DistraintData RaiseDistraint
  Size323 StopExecutionOverProperty EntryIntoPledgeCreditorRights2 EraseDistraint PartialEraseDistraint
  DateOfRenewingDistraint DistraintIdentifier Distraints Reason403 Size404 MoratoryRate Interests Descriptions
  LiftingDistraint Size409 StopExecutionOverProperty410 ReasonForEntry529 OffshoreIdentifier OffshoreCompany
  OffshoreTransliteration OffshoreSeat OffshoreRepresentatives OffshoreWayOfRepresentation OffshoreSpecialConditions
  OffshoreDirectControlCompanyRepresentatives OffshoreDirectControlCompanies
  OffshoreNoDirectControlCompanyRepresentatives OffshoreNoDirectControlCompanies CircumstanceArticle4 ActualOwners
  ContactPerson550a EraseActualOwner TransferringTypeOfTradeEnterprise TransferringEnterprise AcquisitionEnterprises
  FormOfTransforming701 TransformingCompanys TransformingCompanys2 TransformingNPOs Successors703 Branches704
  StoppingEntry NumberApplication FormOfTransforming801 FormOfTransforming801a ReorganizeCoOperatives CoOperative2
  Successors803 Branches804 StabilizationOpenProccedings StabilizationAdoptionOfPrecautionaryMeasures
  StabilizatioLimitingTheDebtorsAuthority StabilizationSuspendProceeding StabilizationDottedPersons
  StabilizationInspectors StabilizationSupervisorBody InsolvencyDataSecIns InsolvencyDataThirdIns InsolvencyData
  InsolvencyDate DebtorBodiesSecIns DebtorBodiesThirdIns DebtorBodies HoldProceedingsSecIns HoldProceedingsThirdIns
  HoldProceedings TraverseOfRecoverPlanSecIns TraverseOfRecoverPlanThirdIns TraverseOfRecoverPlan
  RestrictDebtorOrderPowerSecIns RestrictDebtorOrderPowerThirdIns RestrictDebtorOrderPower GeneralSeizureSecIns
  GeneralSeizureThirdIns GeneralSeizure CashInSecIns CashInThirdIns CashIn ReinstatementsSecIns
  ReinstatementsThirdIns Reinstatements ReinstatementsDisallowPetitionSecIns ReinstatementsDisallowPetitionThirdIns
  ReinstatementsDisallowPetition TrusteesSecIns TrusteesThirdIns Trustees SupervisionBodyFullSecIns
  SupervisionBodyFullThirdIns SupervisionBody SupervisionBodyFull
`);

/** The announced acts: StatementsA to StatementsZ, StatementsAA to StatementsBI. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const STATEMENTS = [...LETTERS, ...below(['A', 'B'], LETTERS).map((pair) => pair.replace('.', ''))].map(
  (letters) => `Statements${letters}`,
);

const field = (name: string): string => `SubDeed.${name}`;

/** The elements of single officers: below their field, or the field itself. */
const OFFICERS = [...OFFICER_FIELDS].map(([name, { record }]) =>
  record === undefined ? field(name) : `${field(name)}.${record}`,
);
const FIELDS = [
  ...words('UIC Company LegalForm Transliteration Seat SubjectOfActivityNKID EraseProcura').map(field),
  ...[...OFFICER_FIELDS.keys(), ...STATUS_FIELDS.keys()].map(field),
];
const PERSONS = below(OFFICERS, words('Subject Person LegalEntity'));

/** The fields of a deed that are read. */
export const TAKEN = [
  ...words('$.UIC $.DeedStatus $.CompanyName $.LegalForm'),
  ...words('SubDeed.$.SubUIC SubDeed.$.SubUICType SubDeed.$.SubDeedStatus'),
  ...below(FIELDS, words('$.FieldOperation $.FieldEntryNumber $.FieldEntryDate $.FieldActionDate $.RecordID _')),
  ...below(OFFICERS, ['$.RecordID']),
  ...below(PERSONS, words('Name._ IndentType._ $.Position')),
  ...words('SubDeed.UIC.$.uic SubDeed.LegalForm.$.Text SubDeed.LegalForm.$.Code'),
  ...words('SubDeed.Seat.Address.CountryCode._'),
  ...words('SubDeed.SubjectOfActivityNKID.$.codeNkid SubDeed.SubjectOfActivityNKID.$.textNkid'),
];

/** Terms of office, which stand among the members of a board. */
const MANDATES = words(`
  BoardOfDirectorsMandate AdministrativeBoardMandate ManagementBody12dMandate ManagerMandate ManagerMandate2
  ManagerMandate3 LeadingBoardMandate BoardOfTrusties13gMandate SupervisingBoardMandate SupervisingBoardMandate2
  ControllingBoardMandate VerificationCommission15bMandate
`);

const STATUS_ONLY = [...STATUS_FIELDS.keys()].filter((name) => !OFFICER_FIELDS.has(name)).map(field);

/** Those that never are. Hashes of personal numbers, addresses and passports are among them. */
export const IGNORED = [
  ...words('_ $.GUID IncomingPackageInfo.* SubDeed._'),
  ...below([...UNREAD, ...STATEMENTS].map(field), ['*']),
  ...below([...STATUS_ONLY, field('EraseProcura')], ['*']),
  ...below(FIELDS, words('$.FieldIdent $.RecordIncomingNumber $.GroupID')),
  ...below(below([...OFFICER_FIELDS.keys()].map(field), MANDATES), ['*']),
  ...below(OFFICERS, words('_ $.RecordIncomingNumber $.GroupID Address.* Passport.*')),
  ...below(PERSONS, words('_ Indent.* CountryID.* CountryName.*')),
  ...below(
    below(PERSONS, ['$']),
    words(`
      CompetentAuthorityForRegistration RegistrationNumber ForeignRegisterCode ForeignLegalFormCode CountryCode
      CountryCodeBRIS LegalForm IsForeignTraderText type xsi:type
    `),
  ),
  ...below([field('UIC')], words('$.IsNew CompanyControl.* BulstatDeed.*')),
  ...below(
    [field('Seat.Address')],
    [
      '_',
      ...below(
        words(`
        CountryID Country IsForeign DistrictID DistrictEkatte District Municipalityid MunicipalityEkatte Municipality
        SettlementID SettlementEKATTE Settlement AreaID Area AreaEkatte PostCode ForeignPlace HousingEstate Street
        StreetNumber Block Entrance Floor Apartment
      `),
        ['*'],
      ),
    ],
  ),
  ...words('SubDeed.Seat.Contacts.* SubDeed.SubjectOfActivityNKID.$.idNkid'),
];

/** In an answer of the crawl, deeds are where the day's file has them. */
const IN_ANSWER = ['day.Message.Body.Deeds.Deed'];

export const KINDS = {
  crawl: { answers: true, required: [], taken: below(IN_ANSWER, TAKEN), ignored: below(IN_ANSWER, IGNORED) },
  days: {
    json: { recordsAt: 'Message[].Body[].Deeds[].Deed' },
    // A day on which nothing was entered.
    mayBeEmpty: /./,
    required: ['$'],
    taken: TAKEN,
    ignored: IGNORED,
  },
} as const satisfies RegisterFileKinds['kinds'];
