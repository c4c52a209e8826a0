import type { SearchLanguage } from './search-languages.ts'

/** A word with the ending that the stemmer of its language recognises. */
export function restoreEnding(word: string, language: SearchLanguage): string {
  const rules = endings[language]
  if (!rules || word.length < 3) return word
  const words = kept.get(language) ?? new Map<string, string>()
  if (words.size === 0) kept.set(language, words)
  const known = words.get(word)
  if (known !== undefined) return known
  if (words.size >= mostKept) words.clear()
  const [ending, restored] = rules.find(([ending]) => ending.test(word)) ?? []
  const found = ending ? word.replace(ending, restored as string) : word
  words.set(word, found)
  return found
}

// Texts repeat words: without this memory, the rules took a tenth of the time of an import of reviews.
const mostKept = 20_000
const kept = new Map<SearchLanguage, Map<string, string>>()

type Rule = readonly [RegExp, string]

// The stemmers recognise some endings by their accents: without them, `avaliacoes` would not match `avaliação`. So these
// endings get their accents back. Portuguese plurals become singulars, because its stemmer knows only those in -s. The
// first rule that matches is applied, in stored texts and in queries; without a replacement, a word stays as it is.
const endings: Partial<Record<SearchLanguage, readonly Rule[]>> = {
  portuguese: [
    [/(?<=.)c(?:ao|aos|oes)$/, 'ção'],
    [
      /^(?:caos|maes)$|^(?:(?:de|re)?com|(?:in|pre)?dis|(?:contra)?pro|(?:pres)?su|trans|contra|ante|inter|sobre|pos|ex|im|de|re|a|o)?poes$/,
      '$&',
    ],
    [/(?<=.)(?:ao|aos|oes|aes)$/, 'ão'],
    [/av(?:el|eis)$/, 'ável'],
    [/iv(?:el|eis)$/, 'ível'],
    [/(?<=^(?:i|auto|tele|loco)?mov|oluv|delev)eis$/, 'el'],
    // Verbs end in -eis and -ois too, so these plurals are listed.
    [
      /(?<=^g|alugu|an|hot|mot|host|bachar|bord|carret|carross|cart|cinz|cord|coron|cru|decib|farn|fi|niqu|pain|pap|past|pinc|pix|plant|quart|ton|trop|tun)eis$/,
      'el',
    ],
    [
      /(?<=ag|deb|fac|dific|doc|ester|fert|foss|frag|fut|hab|ignob|util|^ut|inut|inab|miss|portat|projet|rept|text|vers?at|volat|verossim|duct|eret)eis$/,
      'il',
    ],
    [/(?<=anz|aeross|alco|bem|cachec|carac|espanh|far|girass|lenc|mong|pai|rouxin)ois$/, 'ol'],
    [/(?<=^az|^pa)uis$/, 'ul'],
    [
      /(?<=barr|can|cant|carr|civ|febr|fun|fuz|gent|host|imbec|infant|juven|mercant|peitor|perf|pern|quadr|sen|sut|vin|vir)is$/,
      'il',
    ],
    // "Mais" is no plural, and neither are forms of verbs: "vais", "atrais", "faláveis", "ganhais".
    [/^(?:ade|de|ja)?mais$|^(?:p|r?ec|c|s|sobress|v|d|est|(?:con|dis|ex|re|sub|abs|a)?tr)ais$/, '$&'],
    [
      /(?<=coloss|abiss|glob|caus|^ram|mort|port|post|rist|fisc|curr|fat|nat|stat|met|veget|let|tot|leg|brut|ov|nupci|carnav|nav|^qu)ais$/,
      'al',
    ],
    [
      /(?<!av|ev|[lcn]h|[cgr]l|[aeiou]l|[jzf]|qu|nd|rr|pt|ng|[ua]d|[srx]c|ec|ss|[uoaers]t|ob|ov|ig|eg|us|am)ais$/,
      'al',
    ],
    [/ns?$/, 'm'],
    [/ancia(s?)$/, 'ância$1'],
    [/encia(s?)$/, 'ência$1'],
  ],
  spanish: [
    [/cion$/, 'ción'],
    [/sion$/, 'sión'],
    // Of "francés" and the like: the stemmer takes its ending for a plural.
    [/(?<=gu|nc|oc|gl|[aeoiu]n|rn|nd|am|ov|[aoi]l|qu|ob|be?rg|señ|rt)es(?:a|as|es)$/, 'es'],
    // "Luz" has the plural "luces".
    [/z$/, 'c'],
  ],
  french: [
    [/(?<=[iy])ees?$/, 'e'],
    // The stemmer reads their masculine as an infinitive, and their feminine not.
    [/(?<=^leg|^enti|^fi|^etrang|^cuill|^mensong|^passag|^boulang|^berg)er(?:s|es?)?$/, 'ère'],
    [/ee(s?)$/, 'ée$1'],
    [/ere(s?)$/, 'ère$1'],
  ],
  // "Glazen" is the plural of "glas", and "brieven" that of "brief".
  dutch: [
    [/(?<=[aeiou])zen?$/, 'sen'],
    [/(?<=[aeiou])ven?$/, 'fen'],
  ],
}
