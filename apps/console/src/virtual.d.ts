declare module 'virtual:consequences' {
  const consequences: Readonly<Record<string, string>>
  export default consequences
}
