import { grouped, parseDate, parseLines, readText, registryNumber, type Reader } from './raw.ts';

/** The words of the roles in the fixtures; other roles are not officers. */
const ROLES: Readonly<Record<string, string>> = {
  '30': 'Gérant',
  '51': 'Président du conseil d’administration',
  '53': 'Directeur Général',
  '61': 'Président du conseil de surveillance',
  '64': 'Membre du conseil de surveillance',
  '65': 'Administrateur',
  '70': 'Directeur général délégué',
  '73': 'Président de SAS',
  '205': 'Président',
};

const SYSTEM = 'Institut national de la propriété industrielle (INPI), Registre national des entreprises';

interface Person {
  readonly actif?: boolean;
  readonly descriptionPersonne?: {
    readonly nom?: string;
    readonly nomUsage?: string;
    readonly prenoms?: string[];
    readonly role?: string;
  };
}

interface Power {
  readonly typeDePersonne: string;
  readonly roleEntreprise?: string;
  readonly secondRoleEntreprise?: string;
  readonly actif?: boolean;
  readonly mentionDemissionOrdre?: boolean;
  readonly dateDebut?: string;
  readonly dateFin?: string;
  readonly individu?: Person;
  readonly representant?: Person;
  readonly entreprise?: { readonly denomination?: string; readonly siren?: string };
}

interface Company {
  readonly siren: string;
  readonly updatedAt: string;
  readonly formality: {
    readonly diffusionINSEE?: string;
    readonly content: {
      readonly personneMorale?: {
        readonly composition?: { readonly pouvoirs: Power[] };
      };
    };
  };
}

interface Seen {
  readonly day: string;
  readonly company: Company;
}

function toName({ descriptionPersonne: person }: Person = {}): string | undefined {
  const surname = person?.nomUsage ?? person?.nom ?? '[ND]';
  return surname === '[ND]' ? undefined : [...(person?.prenoms ?? []), surname].join(' ');
}

function listOfficers({ day, company: { siren, formality } }: Seen): object[] {
  const source = { system: SYSTEM, url: `https://data.inpi.fr/entreprises/${siren}`, observed_at: `${day}T00:00:00Z` };
  const named = (formality.content.personneMorale?.composition?.pouvoirs ?? []).flatMap((power) => {
    const isOver =
      power.actif === false ||
      power.individu?.actif === false ||
      power.mentionDemissionOrdre === true ||
      (power.dateFin ?? '9') <= day;
    const codes = [power.roleEntreprise ?? power.individu?.descriptionPersonne?.role, power.secondRoleEntreprise];
    const roles = codes.flatMap((code) => ROLES[code ?? ''] ?? []);
    if (isOver || roles.length === 0) return [];
    const company = power.typeDePersonne === 'ENTREPRISE' ? power.entreprise : undefined;
    const name = company?.denomination ?? toName(power.individu);
    if (name === undefined) return [];
    const agent = company === undefined ? undefined : toName(power.representant);
    return [
      {
        key: `${name} ${company?.siren}`,
        name,
        kind: company === undefined ? 'natural_person' : 'organisation',
        roles,
        appointed_on: power.dateDebut,
        resigned_on: power.dateFin,
      },
      ...(agent === undefined
        ? []
        : [
            {
              key: agent,
              name: agent,
              kind: 'natural_person',
              roles: roles.map((role) => `Représentant de ${name}, ${role}`),
            },
          ]),
    ];
  });
  return [...grouped(named, ({ key }) => key).values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { key: _, ...officer } = first;
    return { ...officer, roles: [...first.roles, ...more.flatMap(({ roles }) => roles)], source };
  });
}

export const read: Reader = (files) => {
  const pages = files
    .filter(({ name }) => name.endsWith('.ndjson'))
    .flatMap((file) => parseLines<{ asked_at: string; body: string }>(file));
  const seen = [
    ...pages.flatMap(({ asked_at: at, body }) =>
      (JSON.parse(body) as { company: Company }[]).map(({ company }): Seen => ({ day: at.slice(0, 10), company })),
    ),
    ...files
      .filter(({ name }) => name.endsWith('.json'))
      .flatMap((file) => {
        const day = parseDate(file.name.replace(/.*_(\d{4})(\d\d)(\d\d)_.*/, '$1-$2-$3')) ?? '';
        return (JSON.parse(readText(file)) as Company[]).map((company): Seen => ({ day, company }));
      }),
  ].filter(({ company }) => company.formality.content.personneMorale !== undefined);
  return [...grouped(seen, ({ company }) => company.siren).values()].flatMap((versions) => {
    const [newest] = versions.toSorted((a, b) => Date.parse(b.company.updatedAt) - Date.parse(a.company.updatedAt));
    if (newest === undefined) return [];
    const { diffusionINSEE } = newest.company.formality;
    const officers = listOfficers(newest);
    if (diffusionINSEE !== 'O' || officers.length === 0) return [];
    return {
      adds_to: 'fr-sirene',
      as_of_date: newest.day,
      identifiers: [registryNumber(newest.company.siren, 'FR')],
      officers,
    };
  });
};
