interface Group {
  readonly label: string
  readonly folder: string
}

interface Section {
  readonly label: string
  readonly folder?: string
  readonly groups?: readonly Group[]
}

/** The edge routes the first segment of each folder to the documents (`edgeRules` in packages/edge). */
export const sections: readonly Section[] = [
  { label: 'Tutorials', folder: 'tutorial' },
  { label: 'Connect an application', folder: 'stacks' },
  {
    label: 'How-to',
    groups: [
      { label: 'Sign-in and tokens', folder: 'how-to/sign-in' },
      { label: 'Users', folder: 'how-to/users' },
      { label: 'Providers and directories', folder: 'how-to/directories' },
      { label: 'Agents and automation', folder: 'how-to/automation' },
      { label: 'Operation', folder: 'how-to/operation' },
      { label: 'Runbooks', folder: 'how-to/runbooks' },
    ],
  },
  {
    label: 'Reference',
    groups: [
      { label: 'Administration API', folder: 'reference/api' },
      { label: 'Instance', folder: 'reference/instance' },
      { label: 'Protocols', folder: 'reference/protocols' },
    ],
  },
  { label: 'Explanation', folder: 'explanation' },
]
