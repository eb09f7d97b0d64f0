/** Accepts an empty text, or a JSON object with a list of keys. */
export function isKeySet(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys)
  } catch {
    return false
  }
}
