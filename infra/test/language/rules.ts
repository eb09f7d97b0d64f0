export type PassageKind = 'comment' | 'title' | 'document' | 'subject' | 'text'

export interface Passage {
  readonly kind: PassageKind
  /** The first line of the file is 1. */
  readonly line: number
  readonly text: string
}

export interface Rule {
  readonly name: string
  readonly advice: string
  readonly kinds: readonly PassageKind[]
  /** Global: each match is one offence. */
  readonly pattern: RegExp
}

const all = ['comment', 'title', 'document', 'subject', 'text'] as const

const components =
  'account|address|addresses|agent|API|application|approval|authenticator|browser|call|check|client|code|column|command|' +
  'connection|console|database|deletion|directory|domain|edge|endpoint|entry|file|form|function|' +
  'gateway|handler|instance|key|layer|library|link|lock|mail|message|migration|month|object|operation|page|pool|pooler|' +
  'PostgreSQL|preview|process|project|provider|proxy|query|queue|record|relay|replica|request|response|row|script|server|' +
  'service|session|Signet|statement|stream|table|test|token|transaction|URL|worker'

const duration =
  '(?:about |at most |at least |less than |more than )?(?:\\d|(?:[\\w-]+ ){0,2}(?:milliseconds|seconds|minutes|hours|click))|longer'

/** A component keeps data and takes time, precedence and effect. */
const humanVerbs =
  'says|tells|hears|learns|knows|asks|looks|comes|gives|stands|believes|wants|thinks|forgets|answers|leads|keeps \\w+ing|' +
  `keeps (?:[\\w-]+ ){1,3}out|takes(?! (?:precedence|effect|place|${duration})|$)`

const prepositions =
  'about|after|against|among|as|at|because|before|behind|below|between|by|during|for|from|if|in|into|of|on|once|out of|over|' +
  'since|so that|through|to|under|unless|until|when|whenever|where|wherever|while|with|within|without'

const auxiliaries =
  'is|are|was|were|does|do|has|have|had|can|cannot|may|must|will|would|should|never|not|neither'

/** Titles of tests without a subject begin with them. */
const verbs =
  'accepts|adds|allows|answers|applies|asks|begins|binds|builds|calls|changes|checks|closes|compares|counts|creates|deletes|' +
  'describes|does|drops|ends|escapes|expires|explains|fails|fetches|finds|follows|forgets|gets|gives|goes|grants|hides|holds|' +
  'ignores|issues|keeps|knows|leads|leaves|lets|lists|locks|logs|looks|makes|marks|matches|names|needs|offers|opens|passes|' +
  'prints|publishes|puts|reads|receives|records|refuses|rejects|remembers|removes|renders|repeats|replaces|reports|returns|' +
  'revokes|rotates|runs|says|sends|serves|sets|shows|signs|skips|speaks|starts|states|stays|stops|stores|survives|takes|tells|' +
  'throws|tries|turns|uses|verifies|waits|warns|works|writes'

const openers =
  'What|Whatever|Who|Whoever|Whom|Whose|Where|Wherever|Whether|Of|By|As|In|At|On|From|For|To|With|Without|The same|It|Its|Those|Them|They|' +
  'So|But|And|Or|Also|Nothing|None|Nobody|Nowhere|How|Why|Such|Neither|Both'

const rules: readonly Rule[] = [
  {
    name: 'unnamed actor',
    advice: 'write the component or the role: the caller, the client, the user, PostgreSQL',
    kinds: all,
    pattern:
      /\b(?:whoever|nobody|somebody|anybody|everybody|no one|someone|anyone|everyone|strangers?)\b|\b(?:of|to|by|for|from|with|and|or|but|that|than|is|knows?|says?|tells?) whom?\b|(?:^|[.;:] )whom? (?!is )/gi,
  },
  {
    name: 'clause noun',
    advice: 'use the noun: "the pending writes", not "what is still to be written"',
    kinds: all,
    pattern: /\bwhat(?:ever)? (?=[\w`])(?!if\b)[^.;:?]*(?:[.;:]|$)/gi,
  },
  {
    name: 'opener',
    advice: 'start with a verb in the third person or a noun',
    kinds: ['comment'],
    pattern: new RegExp(`^(?:${openers})\\b`, 'g'),
  },
  {
    name: 'word',
    advice: 'immediately or concurrently, only, again, below, next to, is stored',
    kinds: all,
    pattern:
      /\bat once\b|(?<!let )\balone\b|\banew\b|\bbeneath\b|\bmeanwhile\b|\bbeside\b|\bgo(?:es|ing)? on\b|\bwent on\b|\bstands?\b(?! for)|\bstood\b|\belsewhere\b|\b(?:is|are|was|were) (?:told|looked at|gone through|heard)\b|\berrands?\b|\bways? in\b/gi,
  },
  {
    name: 'human verb',
    advice: 'a program returns, sends, stores, reads, validates, rejects, locks, retries, publishes, logs',
    kinds: ['comment', 'title', 'document', 'text'],
    pattern: new RegExp(
      `\\b(?:(?:an?|the|each|every|this|that|its|their|another) (?:[\\w-]+ ){0,2}(?:${components})|PostgreSQL|Signet) (?:${humanVerbs})\\b`,
      'gi',
    ),
  },
  {
    name: 'code',
    advice: 'write the rule, or name a document of the repository',
    kinds: all,
    pattern:
      /\b[TRFC]\d{1,2}\b|\b(?:invariants?|operations|performance|security-reliability|house|style|agents|federation|scim|console|architecture|testability|concepts|endpoints)(?:\.md)? \d+(?:\.\d+)*\b/g,
  },
  {
    name: 'title without a subject',
    advice: 'write <subject> <verb> <outcome> [when <condition>]',
    kinds: ['title'],
    pattern: new RegExp(
      `^(?:(?:${prepositions}|${auxiliaries}|${verbs})\\b|[a-z]+ed (?:by|in|to|with|at|from|on|as|when|for|once|only|and|without|after|before)\\b)`,
      'g',
    ),
  },
  {
    name: 'subject of a commit',
    advice: 'write type(scope): what, at most 72 characters',
    kinds: ['subject'],
    pattern:
      /^(?!(?:feat|fix|test|docs|refactor|perf|chore|build)(?:\([\w/., -]+\))?!?: \S.{0,71}$).*|^.{73,}$/g,
  },
]

export interface Offence {
  readonly rule: Rule
  readonly passage: Passage
  readonly found: string
}

/** Quoted text may quote a specification, and code-formatted text may name an identifier. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/`[^`]*`/g, '``')
    .replace(/"[^"]*"/g, '""')
    .replace(/“[^”]*”/g, '""')

export const offencesIn = (passage: Passage): Offence[] => {
  const text = withoutQuotes(passage.text)
  return rules
    .filter(({ kinds }) => kinds.includes(passage.kind))
    .flatMap((rule) =>
      [...text.matchAll(rule.pattern)].map(([found]) => ({ rule, passage, found: found.slice(0, 80) })),
    )
}
