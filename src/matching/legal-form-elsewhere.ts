import type { FormsOfCountry } from './legal-form-table.ts';

/** Forms from outside the 35 countries, which the index of LEIs and the names of subsidiaries bring. */
export const OTHER_LEGAL_FORMS: FormsOfCountry = {
  limited: 'LLC=L.L.C.=Limited Liability Company|Pty Ltd=Proprietary Limited|Pte Ltd|Co Ltd=Co., Ltd.|ООО=OOO|Ltda',
  stock: 'Inc=Incorporated|Corp=Corporation|SE=Societas Europaea|PJSC=JSC=Joint Stock Company|ПАО|АО',
  partnership: 'LP=Limited Partnership|LLP',
};
