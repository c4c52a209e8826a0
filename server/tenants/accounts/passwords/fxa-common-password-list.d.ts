declare module 'fxa-common-password-list' {
  const common: {
    /** Whether the password, in lower case, is a common one of eight characters or more. */
    test(password: string): boolean
  }
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default common
}
