import type { Chinese } from '../types.ts'

export const signInAccess: Chinese<'signInAccess'> = {
  title: '谁还能登录',
  text: '当前可以登录的用户，以及依赖每种登录方式的用户。',
  search: '按名称、短名或主机搜索',
  project: '项目',
  canSignIn: '可登录',
  counted: (some, all) => `${some} / ${all}`,
  methods: '登录方式',
  passwords: '密码',
  federation: '所有身份提供方',
  noMethod: '没有登录方式',
  onlyMethod: '唯一方式',
  locksOut: '所有超级管理员都依赖它',
  noUser: '没有用户依赖它。',
  users: { other: '{count} 名用户没有其他登录方式。' },
  console: '控制台',
  consoleText: (superAdministrators, administrators) =>
    `${superAdministrators}可以登录；管理员 ${administrators}。`,
  superAdministrators: { other: '{count} 名超级管理员' },
  consoleClosed: '没有超级管理员可以登录控制台。',
  none: '没有项目',
  noneText: '您团队的项目会显示在这里。',
}
