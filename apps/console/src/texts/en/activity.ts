export const activity = {
  text: 'People who were active, in every project you may see. A person counts once in a project and month.',
  month: 'Month',
  none: 'Nothing was counted yet',
  noneText: 'The figures begin with the first sign-in.',
  perDay: 'Active users by day',
  perMonth: 'Active users by month',
  projects: 'By project',
  teams: 'By team',
  teamsText: 'Sums over the projects of a team, not distinct people.',
  users: 'Active users',
  deleted: 'Deleted',
  contacts: 'Owners',
}
