	if (true) {
		throw Object.assign(new Error('tabs stay tabs'), { code: 'E_TABS' });
	}
