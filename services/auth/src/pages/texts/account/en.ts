/** Texts of the pages about one's own account. The English ones define what every language must say. */
export const en = {
  common: {
    email: 'Email',
    newPassword: 'New password',
    atLeast: (characters: number) => `At least ${characters} characters.`,
    tooShort: (characters: number) => `The password needs at least ${characters} characters.`,
    tooLong: 'The password is too long.',
    showPassword: 'Show password',
    code: 'Code',
    next: 'Continue',
    goOn: 'Continue signing in',
    goOnTo: (application: string) => `Continue to ${application}`,
    cancel: 'Cancel',
    notYou: 'Not you?',
    closePage: 'Then close this page: nothing changes.',
    back: 'Back to sign-in',
    busy: 'Many people are signing in right now. Please try again in a moment.',
    tooMany: (minutes: number) => `Too many attempts. Please try again in ${minutes} min.`,
  },
  entry: {
    forgotten: 'Forgot your password?',
    register: 'Create an account',
    registered: 'Your account is ready. Sign in with the email and password you chose.',
  },
  registration: {
    title: 'Create an account',
    password: 'Password',
    submit: 'Create account',
    address: 'This is not an email address that we can write to.',
    paused: 'New accounts are paused',
    pausedText: 'Nobody can sign up here at the moment. Existing accounts work as usual.',
  },
  forgotten: {
    title: 'Choose a new password',
    text: 'Enter your email address. If an account has it, we send you a link to choose a new password.',
    submit: 'Send the link',
    sent: 'Check your mail',
    sentText: (email: string) =>
      `If an account has the address ${email}, a message with a link is on its way. The link works for an hour.`,
  },
  choose: {
    invitation: 'Choose a password',
    reset: 'Choose a new password',
    forAccount: 'For the account',
    submit: 'Save the password',
    done: 'Your password is saved',
    doneText: 'Sign in with it from now on.',
    invitedText: 'Sign in with it: in the application you were invited to use, or to your account here.',
    resetText: 'Everything that was signed in before is signed out now.',
  },
  withoutMail: {
    reset: (project: string) =>
      `Messages cannot be sent from here at the moment. Ask an administrator of ${project} for a new password.`,
    verification: (project: string) =>
      `Your email is not confirmed yet, and messages cannot be sent from here at the moment. Ask an administrator of ${project} to confirm it, then continue here.`,
  },
  verification: {
    title: 'Confirm your email',
    byLink: (email: string) => `We sent a message to ${email}. Follow the link in it, then continue here.`,
    byCode: (email: string) => `We sent a message with a code to ${email}. Enter the code here.`,
    confirmed: 'I have followed the link',
    again: 'Send the message again',
    notYet: 'The email is not confirmed yet.',
    wrong: 'The code is incorrect, or does not work any more.',
    question: 'Is this your email?',
    passwordText:
      'Enter the password you chose when you signed up. If you chose none, or do not know it, choose one now: it replaces any other, and whoever signed in before is signed out.',
    signInFirst: 'Sign in to your account in this browser first. Then open the link in the message again.',
    yes: 'Confirm the email',
    done: 'Your email is confirmed',
    doneText: 'You can close this page and go on where you were asked for it.',
  },
  invalid: {
    title: 'This link does not work any more',
    text: 'It was used already, has expired, or was replaced by a newer one. Ask for a new one where you got it.',
  },
  authenticator: {
    enrol: 'Set up an authenticator',
    enrolText:
      'Signing in here takes a second step. Scan this with an authenticator app, then enter the code it shows.',
    qr: 'QR code for the authenticator app',
    byHand: 'Or type this key into the app:',
    challenge: 'Enter your code',
    challengeText: 'Open your authenticator app and enter the code it shows for this account.',
    wrong: 'The code is incorrect, or was used already. Wait for the next one and try again.',
  },
}

export type AccountTexts = typeof en
