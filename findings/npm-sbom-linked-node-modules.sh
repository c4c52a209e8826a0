#!/usr/bin/env bash
# A bill of materials by `npm sbom`, of a project whose node_modules is a link to a folder elsewhere, as on build machines that
# share installed packages.
# Guess:   the same document: `require` and `npm run` follow the link.
# Seen:    npm 11.19.1 writes it with the folder, and with the link ends with ESBOMPROBLEMS: it takes packages behind the link
#          for projects of their own, and asks for the tools that the authors of `ms` develop it with (mocha, husky, prettier).
# Matters: a release fails on such a machine with names that no lock file of the project has.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
mkdir tool project
(cd tool && npm install --silent --no-audit --no-fund --ignore-scripts npm@11.19.1)
npm() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
cd project
echo '{ "name": "shop", "version": "1.0.0", "private": true, "dependencies": { "ms": "2.1.3" } }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts
sbom() {
  if npm sbom --sbom-format=cyclonedx > ../out 2> ../err; then
    echo "$1: $(node -p "JSON.parse(fs.readFileSync('../out', 'utf8')).components.map(one => one.purl).join()")"
  else
    echo "$1: $(grep -o 'ESBOM[A-Z]*' ../err | head -1), $(grep -oE 'missing: [a-z-]+' ../err | sort | tr '\n' ',')"
  fi
}
{
  npm --version
  sbom 'a folder'
  mv node_modules ../elsewhere
  ln -s ../elsewhere node_modules
  sbom 'a link'
} > ../seen
cat ../seen
diff ../seen - <<'SEEN'
11.19.1
a folder: pkg:npm/ms@2.1.3
a link: ESBOMPROBLEMS, missing: eslint,missing: expect,missing: husky,missing: lint-staged,missing: mocha,missing: prettier,
SEEN
