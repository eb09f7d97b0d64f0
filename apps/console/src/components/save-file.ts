export function saveBlob(data: Blob, name: string): void {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export const saveFile = (text: string, type: string, name: string): void =>
  saveBlob(new Blob([text], { type }), name)

export const saveJson = (value: unknown, name: string): void =>
  saveFile(`${JSON.stringify(value, null, 2)}\n`, 'application/json', name)
