/** The words for a former name in the languages of the 35 countries. */
const MARKS =
  'formerly|previously|former|ex|fka|f\\.k\\.a|f/k/a|' + // English, and half of the others
  'ehemals|ehem|vormals|vorm|früher|voorheen|vroeger|anciennement|ancien|ancienne|' + // German, Dutch, French
  'antes|antigua|antiguamente|anteriormente|antiga|già|fost|fosta|fostă|' + // Spanish, Portuguese, Italian, Romanian
  'end|endine|endise nimega|ent|entinen|aiemmin|agrāk|bijušais|bijusī|buvęs|buvusi|' + // Estonian, Finnish, Latvian, Lithuanian
  'f\\.d|fd|tidigare|tidligere|før|áður|korábban|' + // Swedish, Danish, Norwegian, Icelandic, Hungarian
  'dawniej|poprzednio|dříve|dřive|bývalý|bývalá|predtým|bivši|bivša|ranije|prije|prej|nekdaj|' + // Polish, Czech, Slovak, Croatian, Slovene
  'раније|бивши|бивша|бивш|предишно|колишнє|колишня|раніше|πρώην|ish'; // Serbian, Bulgarian, Ukrainian, Greek, Albanian

const REMARK = new RegExp(` ?[([] ?(?:${MARKS})(?![\\p{L}\\p{N}])[^()[\\]]*(?:[)\\]]|$)`, 'iu');

/**
 * Removes a former name in brackets from a name: `Lumekauba OÜ (end Talvekauba OÜ)`. The words of both names together would match neither
 * name. A name that is only such a remark is kept.
 */
export function withoutFormerName(name: string): string {
  const without = name.replace(REMARK, '').trim();
  return without === '' ? name : without;
}
