/** Excludes look-alikes, because a password is sometimes read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5

/** Generates four groups, about 115 bits. */
export function generatePassword(): string {
  const characters = Array.from({ length: groups * groupLength }, randomCharacter)
  return Array.from({ length: groups }, (_, at) =>
    characters.slice(at * groupLength, (at + 1) * groupLength).join(''),
  ).join('-')
}

/** Rejection sampling keeps every character equally likely. */
function randomCharacter(): string {
  const limit = 256 - (256 % alphabet.length)
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return alphabet.charAt(byte % alphabet.length)
  }
}
