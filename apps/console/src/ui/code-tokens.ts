export type TokenKind = 'comment' | 'key' | 'string' | 'number' | 'word'

export interface Token {
  readonly text: string
  /** Absent for other text. */
  readonly kind?: TokenKind
}

/** Words of JavaScript, TypeScript, Python, Go, Java, C#, PHP, Ruby, Rust and of the shell. */
const words =
  'import|from|export|default|const|let|var|function|return|async|await|new|class|extends|interface|type|if|else|for|of|in|try|catch|throw|' +
  'def|self|with|as|None|True|False|func|package|defer|nil|public|private|static|final|void|using|namespace|use|fn|pub|mut|impl|match|' +
  'true|false|null|undefined|require|include|do|end|then|fi|echo|curl|npm|npx|pip|go|dotnet|composer|cargo'

/** A comment begins a line or follows a space, so that the fragment and the scheme of an address are none. */
const pattern = new RegExp(
  [
    String.raw`(?<comment>(?<=^|\s)(?:#|//)(?:\s.*)?$)`,
    String.raw`(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`,
    String.raw`(?<number>(?<![\w.:-])\d+(?:\.\d+)?(?![\w.-]))`,
    String.raw`(?<word>(?<![\w$.-])(?:${words})(?![\w$-]))`,
  ].join('|'),
  'gm',
)

/** Divides code into tokens of a kind and other text. Keys and tokens, which have no spaces or are PEM, stay one text. */
export function tokensOf(code: string): Token[] {
  if (!/\s/.test(code) || code.startsWith('-----BEGIN')) return [{ text: code }]
  const tokens: Token[] = []
  let end = 0
  for (const { index, groups = {}, 0: text } of code.matchAll(pattern)) {
    if (index > end) tokens.push({ text: code.slice(end, index) })
    const kind = (Object.keys(groups) as TokenKind[]).find((name) => groups[name] !== undefined)
    tokens.push(kind ? { text, kind } : { text })
    end = index + text.length
  }
  return end < code.length ? [...tokens, { text: code.slice(end) }] : tokens
}
