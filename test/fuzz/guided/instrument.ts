import ts from 'typescript'

/** Where the counters are: one byte for each branch of the instrumented files. */
export const COUNTERS = '__branchCounters'

/**
 * A TypeScript file with a counter at each branch: functions, both ways of conditions, cases, loops, right sides of `&&`, `||` and `??`.
 * `first` is the number of its first branch; returns how many there are.
 */
export function instrument(fileName: string, source: string, first: number): { readonly code: string; readonly branches: number } {
  let branches = 0
  const count = (factory: ts.NodeFactory): ts.Expression => {
    const counter = factory.createElementAccessExpression(factory.createIdentifier(COUNTERS), first + branches++)
    return factory.createPostfixIncrement(counter)
  }
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => {
    const { factory } = context
    const counted = (expression: ts.Expression): ts.Expression =>
      factory.createParenthesizedExpression(factory.createComma(count(factory), expression))
    const block = (statement: ts.Statement): ts.Block => {
      const statements = ts.isBlock(statement) ? statement.statements : [statement]
      return factory.createBlock([factory.createExpressionStatement(count(factory)), ...statements], true)
    }
    const visit = (node: ts.Node): ts.Node => {
      const inner = ts.visitEachChild(node, visit, context)
      if (ts.isIfStatement(inner))
        return factory.updateIfStatement(
          inner,
          inner.expression,
          block(inner.thenStatement),
          inner.elseStatement && block(inner.elseStatement),
        )
      if (ts.isConditionalExpression(inner))
        return factory.createConditionalExpression(inner.condition, undefined, counted(inner.whenTrue), undefined, counted(inner.whenFalse))
      if (ts.isCaseOrDefaultClause(inner)) {
        const statements = [factory.createExpressionStatement(count(factory)), ...inner.statements]
        return ts.isCaseClause(inner)
          ? factory.updateCaseClause(inner, inner.expression, statements)
          : factory.updateDefaultClause(inner, statements)
      }
      if (ts.isWhileStatement(inner)) return factory.updateWhileStatement(inner, inner.expression, block(inner.statement))
      if (ts.isForStatement(inner))
        return factory.updateForStatement(inner, inner.initializer, inner.condition, inner.incrementor, block(inner.statement))
      if (ts.isForOfStatement(inner))
        return factory.updateForOfStatement(inner, inner.awaitModifier, inner.initializer, inner.expression, block(inner.statement))
      if (ts.isBinaryExpression(inner) && SHORT.has(inner.operatorToken.kind))
        return factory.updateBinaryExpression(inner, inner.left, inner.operatorToken, counted(inner.right))
      if (ts.isBlock(inner) && ts.isFunctionLike(node.parent as ts.Node | undefined)) return block(inner)
      return inner
    }
    return (file) => ts.visitEachChild(file, visit, context)
  }
  const { outputText } = ts.transpileModule(source, {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    transformers: { before: [transformer] },
  })
  return { code: outputText, branches }
}

const SHORT: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])
