import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const PLACE_OF_A_FILE = {
  selector: "MemberExpression[object.type='MetaProperty'][property.name=/^(dirname|filename)$/]",
  message: 'Use import.meta.url: run.js keeps its meaning when it runs the built file.',
}

export default defineConfig(
  globalIgnores(['build', 'client/api.ts', 'client/dist', 'coverage', 'data', 'node_modules']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      // The rules of tsconfig.json (noUncheckedIndexedAccess) make an asserted index the honest form in typed-array code.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': ['error', PLACE_OF_A_FILE],
    },
  },
  { files: ['src/**/*.ts'], rules: { 'no-console': 'error' } },
  { files: ['src/main.ts', 'src/credentials.ts'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js'], rules: { eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error', 'no-unused-vars': 'error' } },
  {
    files: ['run.js', 'src/**/*-worker.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        PLACE_OF_A_FILE,
        {
          selector: 'AwaitExpression:not(:function AwaitExpression)',
          message: 'What a thread begins with awaits nothing at its top: Node 20 aborts where the process ends just then.',
        },
      ],
    },
  },
)
