/** Saves a text as a file of the browser's user. */
export function saveFile(text: string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export const saveJson = (value: unknown, name: string): void =>
  saveFile(`${JSON.stringify(value, null, 2)}\n`, 'application/json', name)
