// mjml brings no types of its own.
declare module 'mjml' {
  function mjml2html(mjml: string, options: Record<string, unknown>): Promise<{ html: string }>
  export = mjml2html
}
