/** A router or a proxy might accept the target. */
export type Spelling = readonly [how: string, target: string]

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const lastSlash = /\/(?=[^/]*$)/
const lastLetter = /[a-z](?=[^a-z]*$)/i

/**
 * All spellings must be rejected.
 * @param path one that ends in a segment
 */
export function spellingsOf(path: string): readonly Spelling[] {
  const all: Spelling[] = [
    ['a trailing slash', `${path}/`],
    ['two trailing slashes', `${path}//`],
    ['a doubled slash', path.replace(lastSlash, '//')],
    ['a doubled slash in front', `/${path}`],
    ['a dot segment', path.replace(lastSlash, '/./')],
    ['a dot segment in front', `/.${path}`],
    ['a dot segment at the end', `${path}/.`],
    ['a way up and down again', path.replace(lastSlash, '/x/../')],
    ['an encoded way up', path.replace(lastSlash, '/x/%2e%2e/')],
    ['upper case', path.toUpperCase()],
    ['one letter in upper case', path.replace(lastLetter, (letter) => letter.toUpperCase())],
    ['an encoded letter', path.replace(lastLetter, encoded)],
    ['a letter encoded twice', path.replace(lastLetter, (letter) => `%25${encoded(letter).slice(1)}`)],
    ['an encoded slash', path.replace(lastSlash, '%2F')],
    ['an encoded slash at the end', `${path}%2f`],
    ['a backslash', path.replace(lastSlash, '\\')],
    ['an encoded backslash', path.replace(lastSlash, '%5C')],
    ['an encoded NUL', `${path}%00`],
    ['an encoded line feed', `${path}%0A`],
    ['an encoded space', `${path}%20`],
    ['an encoded question mark', `${path}%3Fa=b`],
    ['a path parameter', `${path};a=b`],
    ['an encoded path parameter', `${path}%3Ba=b`],
    ['a broken encoding', `${path}%`],
    ['an encoding of another alphabet', `${path}%u0041`],
    ['an overlong slash', path.replace(lastSlash, '%C0%AF')],
    ['a letter that folds to another', path.replace(/s(?!.*s)/, '%C5%BF')],
    ['a fragment', `${path}#a`],
    ['an absolute address', `http://other.example${path}`],
  ]
  return all.filter(([, target]) => target !== path)
}
