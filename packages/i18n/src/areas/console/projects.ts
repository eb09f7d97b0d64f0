// Written by src/print.ts from messages/.
export interface ProjectsTexts {
  readonly new: string
  readonly text: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly noMatch: string
  readonly noMatchText: string
  readonly first: string
  readonly firstText: string
  readonly create: string
  readonly created: (name: string) => string
  readonly enterName: string
  readonly enterAddress: string
  readonly enterHost: string
  readonly nameHint: string
  readonly team: string
  readonly teamHint: string
  readonly anotherTeam: string
  readonly displayName: string
  readonly displayNameHint: string
  readonly usersSee: (address: string) => string
  readonly useName: string
  readonly openForSignUp: string
  readonly openForSignUpHint: string
  readonly address: string
  readonly noAddressYet: string
  readonly forms: {
    readonly path: string
    readonly subdomain: string
    readonly host: string
  }
  readonly formTexts: {
    readonly path: string
    readonly subdomain: string
    readonly host: string
  }
  readonly hostname: string
  readonly randomName: string
  readonly slugHint: string
  readonly builtIn: string
  readonly scheduled: string
  readonly holding: string
  readonly noAddress: string
  readonly scheduledTitle: string
  readonly scheduledText: (at: string) => string
  readonly issuer: string
  readonly discovery: string
  readonly form: string
  readonly addressForms: {
    readonly root: string
    readonly path: string
    readonly subdomain: string
    readonly host: string
    readonly unaddressed: string
  }
  readonly plan: string
  readonly projectId: string
  readonly signIn: string
  readonly change: string
  readonly isOn: string
  readonly isOff: string
  readonly byMethod: {
    readonly link: string
    readonly code: string
  }
  readonly fields: {
    readonly passwordLogin: {
      readonly label: string
      readonly hint: string
    }
    readonly registrationOpen: {
      readonly label: string
      readonly hint: string
    }
    readonly emailVerificationRequired: {
      readonly label: string
      readonly hint: string
    }
    readonly verificationMethod: {
      readonly label: string
      readonly hint: string
    }
    readonly totpRequired: {
      readonly label: string
      readonly hint: string
    }
    readonly passkeys: {
      readonly label: string
      readonly hint: string
    }
    readonly passkeyUserVerification: {
      readonly label: string
      readonly hint: string
    }
    readonly passkeyAuthenticators: {
      readonly label: string
      readonly hint: string
    }
  }
  readonly methods: {
    readonly link: string
    readonly linkHint: string
    readonly code: string
    readonly codeHint: string
  }
  readonly passkeyRules: {
    readonly off: {
      readonly label: string
      readonly hint: string
    }
    readonly allowed: {
      readonly label: string
      readonly hint: string
    }
    readonly preferred: {
      readonly label: string
      readonly hint: string
    }
    readonly required: {
      readonly label: string
      readonly hint: string
    }
  }
  readonly passkeyVerifications: {
    readonly required: {
      readonly label: string
      readonly hint: string
    }
    readonly preferred: {
      readonly label: string
      readonly hint: string
    }
  }
  readonly authenticatorsAbsent: string
  readonly authenticatorsUnusable: string
  readonly authenticatorsUntil: (date: string) => string
  readonly addAuthenticator: string
  readonly chooseAuthenticator: string
  readonly authenticatorCompromised: string
  readonly authenticatorUnknown: string
  readonly removeAuthenticator: (name: string) => string
  readonly quickStart: string
  readonly quickStartText: string
  readonly quickStartNoAddress: string
  readonly exampleSignsIn: (application: string) => string
  readonly createApplication: string
  readonly createApplicationStep: (create: string, address: string) => string
  readonly createUser: string
  readonly createUserStep: (create: string) => string
  readonly saveExample: (file: string) => string
  readonly inFront: (origin: string, port: string, address: string) => string
  readonly runIt: string
  readonly environment: string
  readonly settingsText: (name: string) => string
  readonly names: string
  readonly namesSaved: string
  readonly messages: string
  readonly messagesText: string
  readonly messagesSaved: string
  readonly color: string
  readonly colorHint: string
  readonly language: string
  readonly languageNone: string
  readonly signInText: string
  readonly saveSignIn: string
  readonly signInSaved: string
  readonly signInTitle: string
  readonly addressChange: string
  readonly addressChangeText: string
  readonly addressChangeTitle: string
  readonly addressChanged: string
  readonly owner: string
  readonly ownerText: string
  readonly ownerChange: string
  readonly ownerTitle: string
  readonly ownerChanged: string
  readonly noOtherTeam: string
  readonly planText: string
  readonly planChange: string
  readonly planChanged: string
  readonly planUsage: string
  readonly limits: {
    readonly monthlyActiveUsers: string
    readonly projectsPerAdministrator: string
    readonly applicationsPerProject: string
    readonly apisPerProject: string
  }
  readonly ofLimit: (used: string, limit: string) => string
  readonly unlimited: (used: string) => string
  readonly deleteCard: string
  readonly logo: {
    readonly title: string
    readonly text: string
    readonly label: string
    readonly hint: string
    readonly remove: string
    readonly problem: string
    readonly saved: string
    readonly choose: string
  }
  readonly accountDeletion: {
    readonly title: string
    readonly label: string
    readonly hint: string
    readonly saved: string
  }
  readonly deleteText: string
  readonly deleteTitle: (name: string) => string
  readonly deleteQuestion: string
  readonly deleteLabel: string
  readonly deleted: (name: string) => string
  readonly restore: string
  readonly restoreText: string
  readonly restoreTitle: (name: string) => string
  readonly restored: (name: string) => string
  readonly purge: string
  readonly purgeText: string
  readonly purgeTitle: (name: string) => string
  readonly purgeQuestion: string
  readonly purged: (name: string) => string
  readonly attention: string
  readonly holdTitle: string
  readonly holdText: string
  readonly holdAction: string
  readonly keyTitle: (alg: string) => string
  readonly keyText: string
  readonly keyAction: string
  readonly planNear: (limit: string) => string
  readonly planReached: (limit: string) => string
  readonly planPaused: string
  readonly planAction: string
  readonly mailTitle: string
  readonly mailText: string
  readonly checklist: string
  readonly checklistText: string
  readonly stepApplication: string
  readonly stepUser: string
  readonly stepSignIn: string
  readonly stepDone: string
  readonly stepOpen: string
  readonly activityText: string
  readonly activityNone: string
  readonly countingSince: (at: string) => string
  readonly perDay: string
  readonly perMonth: string
  readonly total: string
  readonly local: string
  readonly upstream: string
  readonly renewal: string
  readonly provisioned: string
  readonly figures: string
  readonly summary: {
    readonly users: string
    readonly unverified: string
    readonly withoutAuthenticator: string
    readonly withoutLinkedIdentity: string
    readonly passwordWithoutAuthenticator: string
    readonly groups: string
    readonly connections: string
    readonly providers: string
  }
  readonly auditText: string
  readonly pulse: string
  readonly pulseText: string
  readonly pulseSignIns: string
  readonly pulseFailed: string
  readonly pulseBefore: (count: string) => string
  readonly pulseUnknown: (at: string) => string
  readonly pulsePerHour: string
  readonly pulseCauses: string
  readonly pulseNoFailures: string
  readonly pulseMethods: string
  readonly signInMethods: {
    readonly password: string
    readonly code: string
    readonly provider: string
    readonly mail: string
    readonly passkey: string
    readonly other: string
  }
  readonly notFresh: string
  readonly recentChanges: string
  readonly changesToday: (count: number) => string
  readonly changesBefore: string
  readonly allChanges: string
  readonly file: {
    readonly text: (name: string) => string
    readonly presentTitle: string
    readonly presentText: string
    readonly download: string
    readonly applyTitle: string
    readonly applyText: string
    readonly choose: string
    readonly content: string
    readonly invalid: (reason: string) => string
    readonly noObject: string
    readonly secrets: string
    readonly secretsText: string
    readonly plan: string
    readonly planTitle: string
    readonly none: string
    readonly apply: (count: number) => string
    readonly applied: string
    readonly outdated: string
    readonly summary: (created: string, changed: string, deleted: string) => string
    readonly sections: {
      readonly project: string
      readonly groups: string
      readonly apis: string
      readonly providers: string
      readonly directories: string
      readonly applications: string
    }
    readonly actions: {
      readonly create: string
      readonly update: string
      readonly delete: string
    }
    readonly was: string
    readonly will: string
    readonly empty: string
  }
  readonly mails: {
    readonly title: string
  }
  readonly pulseTile: string
  readonly general: string
  readonly deleteFigures: (applications: number, users: number, signIns: number) => string
}
