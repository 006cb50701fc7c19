console.log('slow 1'); for (let i = 0; i < 5; i++) await i; console.log('slow 2');
