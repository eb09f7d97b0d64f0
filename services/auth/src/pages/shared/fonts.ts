import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import unicode from '@fontsource-variable/inter/unicode.json' with { type: 'json' }

const asset = (name: string, file: string, characters: string) => {
  const bytes = readFileSync(new URL(file))
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `/assets/${name}-${digest}.woff2`, bytes, characters }
}

/** Read once by each process. Texts in other scripts have the fonts of the system. */
const fonts = [
  asset(
    'inter-latin',
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    unicode.latin,
  ),
  asset(
    'inter-latin-ext',
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
    unicode['latin-ext'],
  ),
  asset(
    'inter-cyrillic',
    import.meta.resolve('@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2'),
    unicode.cyrillic,
  ),
]

export const fontAt = (path: string): Buffer | undefined => fonts.find((font) => font.path === path)?.bytes

const fallback = (weights: string, sources: string): string =>
  `@font-face { font-family: "Inter Fallback"; font-weight: ${weights}; src: ${sources}; size-adjust: 107.12%; ascent-override: 90.44%; descent-override: 22.52%; line-gap-override: 0%; unicode-range: U+0000-052F, U+2000-20CF; }`

/** The replacement has the widths and the line height of Inter, so that text does not move when the font arrives. */
export const fontStyles = `
${fonts.map(({ path, characters }) => `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap; src: url(${path}) format("woff2"); unicode-range: ${characters}; }`).join('\n')}
${fallback('100 599', 'local("Arial"), local("Liberation Sans")')}
${fallback('600 900', 'local("Arial Bold"), local("Liberation Sans Bold")')}
`.trim()
