type Made = {
  /** The files of the release and their SHA-256. */
  subjects: [file: string, digest: string][]
  version: string
  commit: string
  /** SHA-256 of package-lock.json, which names every package by its checksum. */
  lock: string
  node: string
}

/**
 * What was made from what, as an in-toto statement with SLSA's predicate: https://slsa.dev/spec/v1.0/provenance. It has no
 * time of its own, so that everybody who builds the commit gets the same bytes, and no signature: sign SHA256SUMS.
 */
export function provenanceOf({ subjects, version, commit, lock, node }: Made): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:realword:npm-run-release:1',
        externalParameters: { version },
        internalParameters: { node },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lock } },
        ],
      },
      runDetails: { builder: { id: 'urn:realword:whoever-builds' } },
    },
  }
  return `${JSON.stringify(statement, null, 2)}\n`
}
