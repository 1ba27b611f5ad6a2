import { foldNumber } from '../folding.ts';
import { isLei } from '../lei.ts';
import type { CompanyIdentifier } from '../resources.ts';

/** A kind of number whose check digits can be told right from wrong. */
interface CheckRule {
  readonly scheme: CompanyIdentifier['scheme'];
  /** Absent where the rule is the same everywhere. */
  readonly country_scope?: string;
  /** What the number is called in its country. */
  readonly name: string;
  /** Whether a folded number has the form, whatever its digits. */
  readonly form: RegExp;
  readonly areRight: (folded: string) => boolean;
}

/** The numbers whose rule is known. */
const RULES: readonly CheckRule[] = [{ scheme: 'lei', name: 'LEI', form: /^[0-9A-Z]{18}\d{2}$/, areRight: isLei }];

/** What the check digits of a number say under one rule. */
export interface CheckedDigits extends Pick<CheckRule, 'scheme' | 'country_scope' | 'name'> {
  readonly are_right: boolean;
}

/** What the check digits of a number say under each rule whose form it has. */
export function checkDigitsOf(number: string): CheckedDigits[] {
  const folded = foldNumber(number);
  return RULES.filter(({ form }) => form.test(folded)).map(({ scheme, country_scope: scope, name, areRight }) =>
    Object.assign({ scheme }, scope !== undefined && { country_scope: scope }, { name, are_right: areRight(folded) }),
  );
}
