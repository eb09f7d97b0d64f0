export const sessions = {
  text: 'Where you are signed in to the console. End what you do not recognize, then change your password.',
  browser: 'Browser',
  thisBrowser: 'This browser',
  anotherBrowser: 'Another browser',
  lastSeen: 'Last seen',
  signedIn: 'Signed in',
  endsAt: 'Ends at the latest',
  end: 'End',
  ended: 'The session was ended.',
  nowhere: 'You are not signed in anywhere',
}
