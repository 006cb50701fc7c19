const big = 'x'.repeat(2000); throw new Error(big)
